package io.smartt.controller.target;

import io.grpc.Channel;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.p4.v1.GetForwardingPipelineConfigRequest.ResponseType;

/**
 * Takes switches over: connects, becomes primary, loads the program unless it is there already.
 * Holds no connection itself. Thread safe.
 */
public final class SwitchProgrammer {
  private final ElectionId electionId;
  private final Duration deadline;

  /**
   * For a controller with this election id.
   *
   * @param deadline of each call
   */
  public SwitchProgrammer(ElectionId electionId, Duration deadline) {
    this.electionId = electionId;
    this.deadline = deadline;
  }

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
}
