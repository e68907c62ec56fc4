package io.smartt.controller.target;

import module java.base;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.smartt.controller.forwarding.ForwardingPlanner.DesiredState;
import io.smartt.controller.forwarding.Reconciler;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.rpc.Channels;
import io.smartt.controller.rpc.TlsClientFiles;
import io.smartt.controller.target.SwitchProgrammer.SwitchSession.SwitchConnection;
import org.p4.v1.GetForwardingPipelineConfigRequest.ResponseType;

/**
 * Takes switches over: connects, becomes primary, loads the program unless it is there already.
 * Holds no connection itself. Thread safe.
 *
 * @param deadline of each call
 */
public record SwitchProgrammer(ElectionId electionId, Duration deadline) {
  /**
   * Takes one switch over.
   *
   * @throws io.smartt.controller.p4runtime.P4RuntimeException naming the switch; nothing is left
   *     open then
   */
  public SwitchSession connect(SwitchTarget target) {
    return open(
            target,
            channel -> P4RuntimeClient.connect(channel, target.switchId(), electionId, deadline),
            client -> Optional.of(load(client, target.pipeline())))
        .orElseThrow(() -> new IllegalStateException("a program that is loaded is there"));
  }

  /**
   * Observes a switch that runs the program, without becoming primary; empty if it runs another.
   * The session reads only.
   */
  public Optional<SwitchSession> observe(SwitchTarget target) {
    return open(
        target,
        channel -> P4RuntimeClient.observe(channel, target.switchId(), deadline),
        client -> runs(client, target.pipeline()) ? Optional.of(false) : Optional.empty());
  }

  /**
   * @param loading whether the program was loaded; empty: the switch is not wanted
   */
  private Optional<SwitchSession> open(
      SwitchTarget target,
      Function<Channel, P4RuntimeClient> calling,
      Function<P4RuntimeClient, Optional<Boolean>> loading) {
    SwitchConnection connection = target.connect();
    try {
      P4RuntimeClient client = calling.apply(connection.channel());
      try {
        Optional<SwitchSession> session =
            loading
                .apply(client)
                .map(loaded ->
                    new SwitchSession(
                        new ProgrammedSwitch(client, target.pipeline().info()),
                        connection,
                        loaded));
        if (session.isEmpty()) {
          client.close();
          connection.close();
        }
        return session;
      } catch (RuntimeException e) {
        client.close();
        throw e;
      }
    } catch (RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private static boolean load(P4RuntimeClient client, PipelineConfig pipeline) {
    if (runs(client, pipeline)) {
      return false;
    }
    client.setPipelineConfig(pipeline.toMessage());
    return true;
  }

  private static boolean runs(P4RuntimeClient client, PipelineConfig pipeline) {
    return client
        .pipelineConfig(ResponseType.P4INFO_AND_COOKIE)
        .filter(pipeline::isLoaded)
        .isPresent();
  }

  /**
   * A switch to program over P4Runtime: an embedded switch, BMv2's simple_switch_grpc or a Tofino
   * that Stratum drives. They differ in the device config of their pipeline only. BMv2 reads and
   * writes no registers over P4Runtime (PI issue 376). Queue depths and rates are not in P4Runtime
   * at all.
   *
   * @param pipeline what the switch is to run; BMv2 JSON, or Stratum's BfPipelineConfig
   * @param connections opens a connection; its caller closes it
   */
  public record SwitchTarget(
      SwitchId switchId, PipelineConfig pipeline, Supplier<SwitchConnection> connections) {
    /**
     * Returns a switch behind a channel that is open already, such as the in-process channel of the
     * virtual fabric.
     *
     * @param channel stays open when a session ends; its owner closes it
     */
    public static SwitchTarget over(Channel channel, SwitchId switchId, PipelineConfig pipeline) {
      return new SwitchTarget(switchId, pipeline, () -> new SwitchConnection(channel, () -> {}));
    }

    /**
     * Returns a switch at a TCP address.
     *
     * @param address {@code host:port}
     * @param tls empty: without TLS
     */
    public static SwitchTarget at(
        String address, Optional<TlsClientFiles> tls, SwitchId switchId, PipelineConfig pipeline) {
      return new SwitchTarget(
          switchId,
          pipeline,
          () -> {
            ManagedChannel channel = Channels.open(address, tls);
            // Waits until the socket is closed.
            return new SwitchConnection(channel, () -> Channels.close(channel));
          });
    }

    /** Opens a connection; its caller closes it. */
    SwitchConnection connect() {
      return connections.get();
    }
  }

  /**
   * A switch that runs its program, and that this controller is primary of or looks at.
   *
   * @param programmed the switch, for reads and for writes outside the desired state
   * @param programLoaded whether the program had to be loaded, which emptied the tables
   */
  public record SwitchSession(
      ProgrammedSwitch programmed, SwitchConnection connection, boolean programLoaded)
      implements AutoCloseable {
    /** Brings the switch to this state; see {@link Reconciler#reconcile}. */
    public Reconciler.ReconcileReport reconcile(DesiredState desired) {
      return new Reconciler(programmed).reconcile(desired);
    }

    /** Returns what {@link #reconcile} would write; see {@link Reconciler#changes}. */
    public List<String> changes(DesiredState desired) {
      return new Reconciler(programmed).changes(desired);
    }

    /** Gives the switch up; what was written stays. */
    @Override
    public void close() {
      programmed.client().close();
      connection.close();
    }

    /**
     * A channel to a switch.
     *
     * @param end what its end requires; of a channel that somebody else closes, nothing
     */
    public record SwitchConnection(Channel channel, Runnable end) implements AutoCloseable {
      @Override
      public void close() {
        end.run();
      }
    }
  }
}
