package io.smartt.testbed;

import io.smartt.host.agent.v1.DescribeResponse;
import io.smartt.realtime.ClockOffset;
import io.smartt.realtime.RemoteAgent;
import java.util.Optional;

/**
 * The answer of a host's agent; all but the row are there if it answered.
 *
 * @param row for people
 * @param agent to go on with, closed with this
 * @param said of itself and its interface
 * @param clock its clock against ours
 */
public record AgentAnswer(
    PreflightRow row,
    Optional<RemoteAgent> agent,
    Optional<DescribeResponse> said,
    Optional<ClockOffset> clock)
    implements AutoCloseable {
  static AgentAnswer none(PreflightRow row) {
    return new AgentAnswer(row, Optional.empty(), Optional.empty(), Optional.empty());
  }

  @Override
  public void close() {
    agent.ifPresent(RemoteAgent::close);
  }
}
