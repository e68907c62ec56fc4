package io.smartt.testbed.standin.stratum;

import module java.base;

import com.google.rpc.Code;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.smartt.host.agent.daemon.LimitedServer;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.testbed.standin.fault.FaultText;
import org.p4.v1.Entity;
import org.p4.v1.ForwardingPipelineConfig;

/** A P4Runtime server like that of Stratum on a Tofino. Close it to stop it. */
public final class StratumServer implements AutoCloseable {
  /** grpc_max_recv_msg_size (hal.cc:37). */
  private static final int MOST_MESSAGE = 256 * 1024 * 1024;

  private final ScheduledExecutorService later;
  private final Controllers controllers;
  private final Node node;
  private final Server server;

  /**
   * The state that a server begins with.
   *
   * @param nodeId the device id, from the chassis configuration
   * @param saved the program that it was given before it started
   * @param saving what keeps a program
   * @param listener of its tables
   * @param faults to come
   * @param speed by which times of faults are divided
   */
  public record Contents(
      long nodeId,
      Optional<ForwardingPipelineConfig> saved,
      Consumer<ForwardingPipelineConfig> saving,
      PipelineListener listener,
      List<StratumFault> faults,
      double speed) {
    /** Copies. */
    public Contents {
      faults = List.copyOf(faults);
    }
  }

  /**
   * Starts a server.
   *
   * @param address port 0: one that is free
   * @param said takes a line for each fault
   * @throws IOException if it cannot listen there
   */
  public StratumServer(
      InetSocketAddress address,
      ServerCredentials credentials,
      Contents contents,
      Consumer<String> said)
      throws IOException {
    later =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("stratum-later").daemon().factory());
    controllers = new Controllers(contents.nodeId());
    node = new Node(refused(contents.faults()), contents.saving(), contents.listener());
    contents.saved().ifPresent(node::push);
    FaultInjector mishaps =
        new FaultInjector(
            contents.faults(), contents.speed(), later, System::nanoTime, this::powerOff, said);
    server =
        LimitedServer.at(address, credentials)
            .maxInboundMessageSize(MOST_MESSAGE)
            .addService(new StratumService(contents.nodeId(), node, controllers, mishaps))
            .build()
            .start();
  }

  private static Set<String> refused(List<StratumFault> faults) {
    Set<String> tables = new HashSet<>();
    for (StratumFault fault : faults) {
      if (fault instanceof StratumFault.RefusedTable(String table)) {
        tables.add(table);
      }
    }
    return tables;
  }

  private void powerOff() {
    StratumError gone = new StratumError(Code.UNAVAILABLE, "Connection reset");
    controllers.forget().forEach(connection -> Controllers.end(connection, gone));
    node.restart();
  }

  /** Returns the port on which the server listens. */
  public int port() {
    return server.getPort();
  }

  @Override
  public void close() {
    later.shutdownNow();
    var _ = LimitedServer.stop(server);
  }

  /** Takes what a stand-in's tables hold, whenever they were written. */
  @FunctionalInterface
  public interface PipelineListener {
    /** The listener that ignores what it hears. */
    PipelineListener NONE = (info, entities, counters) -> {};

    /**
     * Hears what the tables hold.
     *
     * @param counters that the data plane counts in
     */
    void holds(P4InfoIndex info, List<Entity> entities, CounterBank counters);
  }

  /** A fault that somebody asks of a stand-in for Stratum. */
  public sealed interface StratumFault {
    /** The written forms of faults. */
    String FORMS =
        "slow-write=30s, drop-connection, restart, restart=20s, each with @3 for the third Write, or"
            + " refuse-table=egress.red_profile";

    /**
     * A Write that takes longer.
     *
     * @param write counted from 1
     */
    record SlowWrite(int write, Duration time) implements StratumFault {}

    /** A Write whose connection breaks before the switch has it. */
    record LostWrite(int write) implements StratumFault {}

    /** A Write at which the power goes, for a time. The program comes back, its entries do not. */
    record Restart(int write, Duration time) implements StratumFault {}

    /** A table whose every update the SDE refuses. */
    record RefusedTable(String table) implements StratumFault {}

    /**
     * Parses a fault.
     *
     * @throws io.smartt.base.input.UserInputException naming the text and what is accepted
     */
    static StratumFault parse(String text) {
      FaultText fault = FaultText.parse(text, FORMS);
      if (fault.kind().equals("refuse-table") && fault.at().isEmpty()) {
        return new RefusedTable(fault.required());
      }
      int write = fault.at().orElse(1);
      return switch (fault.kind()) {
        case "slow-write" -> new SlowWrite(write, fault.time());
        case "restart" -> new Restart(write, fault.timeOr("20s"));
        case "drop-connection" -> {
          fault.requireNoValue();
          yield new LostWrite(write);
        }
        default -> throw fault.wrong();
      };
    }
  }
}
