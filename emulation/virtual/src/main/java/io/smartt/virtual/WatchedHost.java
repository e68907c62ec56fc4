package io.smartt.virtual;

import io.smartt.p4.pipeline.Packet;

/** A host whose packets somebody sees as they leave and arrive. */
final class WatchedHost implements HostPort {
  private final HostPort host;
  private final Watcher watcher;

  WatchedHost(HostPort host, Watcher watcher) {
    this.host = host;
    this.watcher = watcher;
  }

  /** Sees a host's packets. */
  interface Watcher {
    /** The host has given a packet to its link. */
    void left(Packet packet, long nowPs);

    /** A packet has arrived; {@code taken} has the host act on it. */
    void arrives(Packet packet, long nowPs, Runnable taken);
  }

  @Override
  public void connect(SimplexLink uplink) {
    host.connect(uplink);
  }

  @Override
  public void obeyPauses(PfcPort end) {
    host.obeyPauses(end);
  }

  @Override
  public void pause(boolean on) {
    host.pause(on);
  }

  @Override
  public boolean next(long nowPs, Packet out) {
    boolean sent = host.next(nowPs, out);
    if (sent) {
      watcher.left(out, nowPs);
    }
    return sent;
  }

  @Override
  public boolean mayHaveMore() {
    return host.mayHaveMore();
  }

  @Override
  public void arrive(Packet packet, long nowPs) {
    watcher.arrives(packet, nowPs, () -> host.arrive(packet, nowPs));
  }
}
