package io.smartt.softswitch.backend;

import io.smartt.base.failure.LinkCondition.LinkChange;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Topology;
import java.util.List;

/**
 * The state of a link at a moment of a run.
 *
 * @param up false: what is sent into it is lost
 * @param rateBps bits per second of the experiment, that is, after dilation
 * @param latencyPs one way, after dilation
 * @param loss share of packets that it loses
 */
public record LinkState(boolean up, long rateBps, long latencyPs, double loss) {
  /** A link as the topology has it, in a network whose links lose such a share of packets. */
  public static LinkState of(Topology topology, Link link, double loss) {
    return new LinkState(topology.isUp(link), link.rateBps(), link.latencyPs(), loss);
  }

  /**
   * Returns the state after changes.
   *
   * @param dilation by which rates are divided and times multiplied
   */
  public LinkState after(List<LinkChange> changes, double dilation) {
    LinkState state = this;
    for (LinkChange change : changes) {
      state =
          switch (change) {
            case LinkChange.Carrier(boolean newUp) -> state.withUp(newUp);
            case LinkChange.Rate(long bps) ->
                new LinkState(
                    state.up, Math.max(1, Math.round(bps / dilation)), state.latencyPs, state.loss);
            case LinkChange.Loss(double share) ->
                new LinkState(state.up, state.rateBps, state.latencyPs, share);
            case LinkChange.Delay(long ps) ->
                new LinkState(state.up, state.rateBps, Math.round(ps * dilation), state.loss);
          };
    }
    return state;
  }

  /** The same, cut or whole. */
  public LinkState withUp(boolean newUp) {
    return new LinkState(newUp, rateBps, latencyPs, loss);
  }

  /** Returns whether another state differs in no more than whether the link is up. */
  public boolean isLikeButForCarrier(LinkState other) {
    return withUp(other.up).equals(other);
  }
}
