"use strict";
// Readings come as server-sent events: every line of metrics.jsonl so far, then each new one. After a reload, or when the
// connection comes back, all come again, so everything is forgotten at "begin".
const MOST_POINTS = 4000;
const SILENT_SECONDS = 12;
const COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f5fbf", "#6b7280"];
const show = (id, text) => { document.getElementById(id).textContent = text; };
const digits = (value, count) => typeof value === "number" ? value.toFixed(count) : "-";
const whole = value => typeof value === "number" ? Math.round(value).toLocaleString("en-US") : "-";
const ink = () => getComputedStyle(document.body).color;

let steps, heldOut, processes, ended, live, heardAt, dirty;

function forget() {
  steps = []; heldOut = []; processes = new Map(); ended = null; live = false; heardAt = performance.now(); dirty = true;
}

// Every second point goes when there are too many: the page of a long run stays as quick as that of a short one.
function add(list, item) {
  list.push(item);
  if (list.length > MOST_POINTS) { list.splice(0, list.length, ...list.filter((_, i) => i % 2 === 0 || i === list.length - 1)); }
}

function take(reading) {
  if (live) { heardAt = performance.now(); }
  dirty = true;
  if (reading.type === "step") {
    add(steps, reading);
  } else if (reading.type === "evaluation") {
    add(heldOut, reading);
  } else if (reading.type === "resources") {
    if (!processes.has(reading.rank)) { processes.set(reading.rank, []); }
    add(processes.get(reading.rank), reading);
  }
}

const charts = new Map();

// uPlot wants one list of x for all curves; where a curve has no value there, it is null.
function draw(id, curves) {
  const xs = [...new Set(curves.flatMap(curve => curve.x))].sort((a, b) => a - b);
  const place = new Map(xs.map((x, i) => [x, i]));
  const data = [xs, ...curves.map(curve => {
    const ys = new Array(xs.length).fill(null);
    curve.x.forEach((x, i) => { ys[place.get(x)] = curve.y[i]; });
    return ys;
  })];
  const names = curves.map(curve => curve.name).join("\n");
  const holder = document.getElementById(id);
  let chart = charts.get(id);
  if (!chart || chart.names !== names) {
    if (chart) { chart.plot.destroy(); }
    const axis = { stroke: ink, grid: { stroke: "#8884" }, ticks: { stroke: "#8884" } };
    const options = {
      width: holder.clientWidth, height: 230, scales: { x: { time: false } }, axes: [axis, { ...axis, size: 60 }],
      series: [{ label: "seconds" }, ...curves.map((curve, i) => ({
        label: curve.name, stroke: COLORS[i % COLORS.length], width: 2, spanGaps: true, points: { show: (plot, number, from, to) => to - from < 30 },
      }))],
    };
    chart = { names, plot: new uPlot(options, data, holder) };
    charts.set(id, chart);
  } else {
    chart.plot.setData(data);
  }
}

function curve(name, list, x, y) {
  const kept = list.filter(item => typeof item[y] === "number");
  return { name, x: kept.map(item => item[x]), y: kept.map(item => item[y]) };
}

function refresh() {
  const silent = (performance.now() - heardAt) / 1000;
  const state = document.getElementById("state");
  if (ended) {
    state.textContent = "done; bottleneck: " + ended.bottleneck;
  } else if (source.readyState !== EventSource.OPEN) {
    state.textContent = "not connected; trying again";
  } else {
    state.textContent = silent > SILENT_SECONDS ? "no news for " + Math.round(silent) + " s: stopped, lost or very slow" : "training";
  }
  state.className = !ended && silent > SILENT_SECONDS ? "bad" : "";
  if (!dirty) { return; }
  dirty = false;
  const last = steps[steps.length - 1] || {};
  const test = heldOut[heldOut.length - 1] || {};
  const early = steps[Math.max(0, steps.length - 20)] || {};
  show("step", whole(last.step));
  show("samples", whole(last.samples));
  show("loss", digits(last.loss, 5));
  show("accuracy", digits(last.accuracy, 4));
  show("test-loss", digits(test.loss, 5));
  show("test-accuracy", digits(test.accuracy, 4));
  show("speed", ended ? whole(ended.samplesPerSecond) : whole((last.samples - early.samples) / (last.seconds - early.seconds)));
  const newest = [...processes.values()].map(list => list[list.length - 1]);
  show("cpu", newest.length ? Math.round(newest.reduce((sum, one) => sum + one.cpuPercent, 0)) + " %" : "-");
  lost(newest);
  draw("loss-chart", [curve("training", steps, "seconds", "loss"), curve("held out", heldOut, "seconds", "loss")]);
  draw("accuracy-chart", [curve("training", steps, "seconds", "accuracy"), curve("held out", heldOut, "seconds", "accuracy")]);
  const ranks = [...processes.keys()].sort((a, b) => a - b).slice(0, COLORS.length);
  draw("cpu-chart", ranks.map(rank => curve("rank " + rank, processes.get(rank), "seconds", "cpuPercent")));
  draw("memory-chart", ranks.map(rank => {
    const all = curve("rank " + rank, processes.get(rank), "seconds", "residentBytes");
    return { ...all, y: all.y.map(bytes => bytes / 1e6) };
  }));
}

// A process that has said nothing for long while others did is lost, or so slow that it makes no difference.
function lost(newest) {
  const now = Math.max(0, ...newest.map(one => one.seconds));
  const gone = ended ? [] : newest.filter(one => now - one.seconds > SILENT_SECONDS).map(one => one.rank);
  const line = document.getElementById("lost");
  line.hidden = gone.length === 0;
  line.textContent = gone.length ? "no news of rank " + gone.join(", ") : "";
}

forget();
const source = new EventSource("events");
source.addEventListener("begin", event => { forget(); show("name", JSON.parse(event.data).name); document.title = JSON.parse(event.data).name; });
source.addEventListener("reading", event => take(JSON.parse(event.data)));
source.addEventListener("live", event => { live = true; heardAt = performance.now() - 1000 * JSON.parse(event.data).idleSeconds; });
source.addEventListener("summary", event => { ended = JSON.parse(event.data); dirty = true; });
setInterval(refresh, 250);
addEventListener("resize", () => charts.forEach((chart, id) =>
  chart.plot.setSize({ width: document.getElementById(id).clientWidth, height: 230 })));
