package io.smartt.controller.target;

import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import java.time.Duration;
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
    SwitchConnection connection = target.connect();
    try {
      P4RuntimeClient client =
          P4RuntimeClient.connect(connection.channel(), target.switchId(), electionId, deadline);
      try {
        boolean loaded = load(client, target.program());
        return new SwitchSession(
            new ProgrammedSwitch(client, target.program().info()), connection, loaded);
      } catch (RuntimeException e) {
        client.close();
        throw e;
      }
    } catch (RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private static boolean load(P4RuntimeClient client, CompiledProgram program) {
    if (client
        .pipelineConfig(ResponseType.P4INFO_AND_COOKIE)
        .filter(program::isLoaded)
        .isPresent()) {
      return false;
    }
    client.setPipelineConfig(program.toMessage());
    return true;
  }
}
