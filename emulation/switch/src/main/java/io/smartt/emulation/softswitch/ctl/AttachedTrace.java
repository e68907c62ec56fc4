package io.smartt.emulation.softswitch.ctl;

import io.grpc.stub.ServerCallStreamObserver;
import io.smartt.emulation.softswitch.explain.SwitchEvent;
import io.smartt.emulation.softswitch.standalone.StandaloneSwitch.TraceReader;
import io.smartt.switchctl.v1.TracePacketsRequest;
import io.smartt.switchctl.v1.TracedLine;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * One caller of {@code TracePackets}: gets the lines of so many packets until all copies of them
 * are sent or dropped. What it does not read in time is left out and counted.
 */
final class AttachedTrace implements TraceReader {
  private static final int DEFAULT_PACKETS = 10;
  private static final int MOST_WAITING = 1 << 14;

  private final TracePacketsRequest request;
  private final ServerCallStreamObserver<TracedLine> call;
  private final Map<Long, Set<Integer>> copies = new HashMap<>();
  private final ArrayDeque<TracedLine> waiting = new ArrayDeque<>();
  private boolean ended;
  private long left;
  private long lostLines;

  AttachedTrace(TracePacketsRequest request, ServerCallStreamObserver<TracedLine> call) {
    this.request = request;
    this.call = call;
    this.left =
        request.getPackets() == 0 ? DEFAULT_PACKETS : Integer.toUnsignedLong(request.getPackets());
    call.setOnReadyHandler(this::drain);
  }

  @Override
  public boolean wants(long packet, int port, SwitchEvent event) {
    boolean fresh =
        event instanceof SwitchEvent.IngressBegan began && began.kind().equals("normal");
    if (fresh
        && left > 0
        && (request.getPortsCount() == 0 || request.getPortsList().contains(port))) {
      left--;
      copies.put(packet, new HashSet<>(Set.of(event.copy())));
    }
    Set<Integer> open = copies.get(packet);
    if (open != null) {
      follow(open, event);
    }
    return open != null;
  }

  /** Keeps the copies that are neither sent nor dropped. A packet ends where its replicas begin. */
  private static void follow(Set<Integer> open, SwitchEvent event) {
    switch (event) {
      case SwitchEvent.Cloned cloned -> open.add(cloned.copy());
      case SwitchEvent.Replicated(var copy, var from, var _) -> {
        open.add(copy);
        open.remove(from);
      }
      case SwitchEvent.Sent sent -> open.remove(sent.copy());
      case SwitchEvent.Dropped dropped -> open.remove(dropped.copy());
      default -> {
        // It goes on.
      }
    }
  }

  @Override
  public synchronized void line(String text) {
    if (waiting.size() >= MOST_WAITING) {
      lostLines++;
      return;
    }
    waiting.add(TracedLine.newBuilder().setText(text).setLostLines(lostLines).build());
    lostLines = 0;
    drain();
  }

  private synchronized void drain() {
    while (!waiting.isEmpty() && call.isReady()) {
      call.onNext(waiting.remove());
    }
    if (ended && waiting.isEmpty()) {
      ended = false;
      call.onCompleted();
    }
  }

  @Override
  public synchronized boolean isDone() {
    copies.values().removeIf(Set::isEmpty);
    ended = left == 0 && copies.isEmpty();
    boolean done = ended;
    drain();
    return done || call.isCancelled();
  }
}
