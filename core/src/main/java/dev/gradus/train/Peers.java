package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.collective.MeshExchange;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.job.Job;
import dev.gradus.metrics.Ledger;
import dev.gradus.server.ServerLink;
import org.jspecify.annotations.Nullable;

/**
 * How a rank reaches the others and where it books its time: {@code beside} is the ledger of a thread that exchanges
 * while the rank computes, {@code commons} what it shares with ranks of the same process, {@code servers} its way to
 * those that the run has, if any.
 */
public record Peers(
        Exchange exchange,
        Ledger ledger,
        Ledger beside,
        Commons commons,
        @Nullable ServerLink servers) {

    public Peers(Exchange exchange, Ledger ledger, Commons commons) {
        this(exchange, ledger, new Ledger(exchange.ranks()), commons, null);
    }

    /** Of a rank that shares its process with no other. */
    public Peers(Exchange exchange, Ledger ledger) {
        this(exchange, ledger, new Commons());
    }

    /** Over a mesh, as the job wishes that ranks add up. */
    public static Peers over(Mesh mesh, Job job) {
        String algorithm = job.get(JobKeys.EXCHANGE_ALGORITHM);
        return new Peers(MeshExchange.of(mesh, algorithm, Setup.kernels(job)), mesh.ledger());
    }

    /** The same of a rank that shares its process with others. */
    public Peers sharing(Commons common) {
        return new Peers(exchange, ledger, beside, common, servers);
    }

    /** The same of a rank that reaches the others in another way. */
    Peers over(Exchange other) {
        return new Peers(other, ledger, beside, commons, servers);
    }

    /** The same of a rank that trains on servers. */
    public Peers with(ServerLink link) {
        return new Peers(exchange, ledger, beside, commons, link);
    }
}
