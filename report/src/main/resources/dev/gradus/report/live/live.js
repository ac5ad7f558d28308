"use strict";
// Readings come as server-sent events: every line of metrics.jsonl so far, then each new one, and between them "now", where
// the run is. After a reload, or when the connection comes back, all come again, so everything is forgotten at "begin".
const MOST_POINTS = 4000;
const SILENT_SECONDS = 12;
const SPEED_SECONDS = 5;
const LIGHT = ["#0072b2", "#c24e00", "#00805c", "#b0528b", "#a06a00", "#2b7fb0", "#7f5fbf", "#6b7280"];
const DARK = ["#56b4e9", "#ff9a5c", "#2fc79b", "#e39bc4", "#f0b840", "#8fd0f5", "#b39ddb", "#a3abb6"];
const dark = matchMedia("(prefers-color-scheme: dark)");
const show = (id, text) => { document.getElementById(id).textContent = text; };
const digits = (value, count) => Number.isFinite(value) ? value.toFixed(count) : "-";
const whole = value => Number.isFinite(value) ? Math.round(value).toLocaleString("en-US") : "-";
const ink = () => getComputedStyle(document.body).color;

let steps, heldOut, processes, lostRanks, recent, now, ended, failure, live, heardAt, waiting, stale;

function forget() {
  steps = []; heldOut = []; processes = new Map(); lostRanks = []; recent = []; now = null; ended = null; failure = ""; live = false;
  heardAt = performance.now(); stale = true;
  changed();
}

// Events come in bursts, and one redraw is enough for each.
function changed() {
  if (!waiting) { waiting = setTimeout(refresh, 50); }
}

// Every second point goes when there are too many: the page of a long run stays as quick as that of a short one.
function add(list, item) {
  list.push(item);
  if (list.length > MOST_POINTS) { list.splice(0, list.length, ...list.filter((_, i) => i % 2 === 0 || i === list.length - 1)); }
}

function take(reading) {
  if (live) { heardAt = performance.now(); }
  stale = true;
  if (reading.type === "step") {
    add(steps, reading);
    at(reading);
  } else if (reading.type === "evaluation") {
    add(heldOut, reading);
  } else if (reading.type === "resources") {
    if (!processes.has(reading.rank)) { processes.set(reading.rank, []); }
    add(processes.get(reading.rank), reading);
  } else if (reading.type === "lost") {
    lostRanks.push(reading);
  } else if (reading.type === "failed") {
    failure = reading.reason;
  }
  changed();
}

// Where the run is by now, and what it was a few seconds ago, for the speed.
function at(reading) {
  if (now && reading.step < now.step) { return; }
  now = reading;
  recent.push(reading);
  while (recent.length > 2 && recent[1].seconds < reading.seconds - SPEED_SECONDS) { recent.shift(); }
}

const charts = new Map();

// uPlot wants one list of x for all curves; where a curve has no value there, it is null.
function draw(id, curves, fromZero) {
  const xs = [...new Set(curves.flatMap(curve => curve.x))].sort((a, b) => a - b);
  const place = new Map(xs.map((x, i) => [x, i]));
  const data = [xs, ...curves.map(curve => {
    const ys = new Array(xs.length).fill(null);
    curve.x.forEach((x, i) => { ys[place.get(x)] = curve.y[i]; });
    return ys;
  })];
  const names = [dark.matches, ...curves.map(curve => curve.name)].join("\n");
  const chart = charts.get(id);
  if (chart && chart.names === names) {
    chart.plot.setData(data);
    return;
  }
  if (chart) { chart.plot.destroy(); }
  const holder = document.getElementById(id);
  const axis = { stroke: ink, grid: { stroke: "#8884" }, ticks: { stroke: "#8884" } };
  const colors = dark.matches ? DARK : LIGHT;
  const options = {
    width: holder.clientWidth, height: 230, scales: { x: { time: false }, y: fromZero ? { range: (plot, low, high) => [0, high > 0 ? 1.1 * high : 1] } : {} }, axes: [axis, { ...axis, size: 60 }],
    series: [{ label: "seconds" }, ...curves.map((curve, i) => ({
      label: curve.name, stroke: colors[i % colors.length], width: 2, spanGaps: true, points: { show: (plot, number, from, to) => to - from < 30 },
    }))],
  };
  const plot = new uPlot(options, data, holder);
  charts.set(id, { names, plot });
  legendByKeyboard(plot);
}

// What a click does to a name in the legend, Enter and the space bar do too.
function legendByKeyboard(plot) {
  [...plot.root.querySelectorAll(".u-legend .u-series")].slice(1).forEach((row, i) => {
    const name = row.querySelector("th");
    const tell = () => name.setAttribute("aria-pressed", String(plot.series[i + 1].show));
    name.tabIndex = 0;
    name.setAttribute("role", "button");
    tell();
    name.addEventListener("click", () => setTimeout(tell, 0));
    name.addEventListener("keydown", event => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); name.click(); }
    });
  });
}

// The arrow keys move the cursor of a chart from point to point; the legend says what is there.
function moveCursor(event) {
  const chart = charts.get(event.currentTarget.id);
  const ways = { ArrowLeft: at => at - 1, ArrowRight: at => at + 1, Home: () => 0, End: () => Infinity };
  if (!chart || event.target !== event.currentTarget || !(event.key in ways)) { return; }
  event.preventDefault();
  const xs = chart.plot.data[0];
  if (!xs.length) { return; }
  const from = chart.plot.cursor.idx ?? (event.key === "ArrowLeft" ? xs.length : -1);
  const to = Math.max(0, Math.min(xs.length - 1, ways[event.key](from)));
  chart.plot.setCursor({ left: chart.plot.valToPos(xs[to], "x"), top: 10 });
}

function curve(name, list, x, y) {
  const kept = list.filter(item => typeof item[y] === "number");
  return { name, x: kept.map(item => item[x]), y: kept.map(item => item[y]) };
}

function state() {
  const silent = (performance.now() - heardAt) / 1000;
  if (ended) { return ["done; bottleneck: " + ended.bottleneck, ""]; }
  if (failure) { return ["failed: " + failure, "bad"]; }
  if (source.readyState !== EventSource.OPEN) { return ["not connected; trying again", "bad"]; }
  if (silent > SILENT_SECONDS) { return ["no news for " + Math.round(silent) + " s: stopped, lost or very slow", "bad"]; }
  return [now ? "training" : "starting", ""];
}

function refresh() {
  waiting = clearTimeout(waiting);
  const [text, look] = state();
  const line = document.getElementById("state");
  if (line.textContent !== text) { line.textContent = text; } // said aloud only when it changes
  line.className = look;
  const last = now || {};
  const test = heldOut[heldOut.length - 1] || {};
  const early = recent[0] || {};
  show("step", whole(last.step));
  show("samples", whole(last.samples));
  show("loss", digits(last.loss, 5));
  show("accuracy", digits(last.accuracy, 4));
  show("test-loss", digits(test.loss, 5));
  show("test-accuracy", digits(test.accuracy, 4));
  show("speed", ended ? whole(ended.samplesPerSecond) : whole((last.samples - early.samples) / (last.seconds - early.seconds)));
  // Ranks that share a process, as in one executor of Spark's, each tell of all of it.
  const newest = [...new Map([...processes.values()].map(list => list[list.length - 1])
      .map(one => [one.process ?? one.rank, one])).values()];
  show("cpu", newest.length ? Math.round(newest.reduce((sum, one) => sum + one.cpuPercent, 0)) + " %" : "-");
  lost(newest);
  if (stale) {
    stale = false;
    drawAll();
  }
}

function drawAll() {
  draw("loss-chart", [curve("training", steps, "seconds", "loss"), curve("held out", heldOut, "seconds", "loss")]);
  draw("accuracy-chart", [curve("training", steps, "seconds", "accuracy"), curve("held out", heldOut, "seconds", "accuracy")]);
  const ranks = [...processes.keys()].sort((a, b) => a - b).slice(0, LIGHT.length);
  draw("cpu-chart", ranks.map(rank => curve("rank " + rank, processes.get(rank), "seconds", "cpuPercent")), true);
  draw("memory-chart", ranks.map(rank => {
    const all = curve("rank " + rank, processes.get(rank), "seconds", "residentBytes");
    return { ...all, y: all.y.map(bytes => bytes / 1e6) };
  }), true);
}

// The launcher says which ranks are lost. One that says nothing for long while others do is lost too, or might as well be.
function lost(newest) {
  const latest = Math.max(0, ...newest.map(one => one.seconds));
  const told = new Set(lostRanks.map(one => one.rank));
  const quiet = ended || failure ? [] : newest.filter(one => latest - one.seconds > SILENT_SECONDS && !told.has(one.rank));
  const lines = lostRanks.map(one => one.reason);
  if (quiet.length) { lines.push("no news of rank " + quiet.map(one => one.rank).join(", ")); }
  const text = lines.join("; ");
  const line = document.getElementById("lost");
  line.hidden = !text;
  if (line.textContent !== text) { line.textContent = text; }
}

const source = new EventSource("events");
forget();
source.addEventListener("begin", event => { forget(); show("name", JSON.parse(event.data).name); document.title = JSON.parse(event.data).name; });
source.addEventListener("reading", event => take(JSON.parse(event.data)));
source.addEventListener("now", event => { if (live) { heardAt = performance.now(); } at(JSON.parse(event.data)); changed(); });
source.addEventListener("live", event => { live = true; heardAt = performance.now() - 1000 * JSON.parse(event.data).idleSeconds; changed(); });
source.addEventListener("summary", event => { ended = JSON.parse(event.data); changed(); });
setInterval(refresh, 1000); // for what no event tells: silence
dark.addEventListener("change", () => { stale = true; changed(); });
document.querySelectorAll(".plot").forEach(holder => holder.addEventListener("keydown", moveCursor));
addEventListener("resize", () => charts.forEach((chart, id) =>
  chart.plot.setSize({ width: document.getElementById(id).clientWidth, height: 230 })));
