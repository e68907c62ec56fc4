package io.smartt.view.gnmi;

import module java.base;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.smartt.controller.gnmi.Encoding;
import io.smartt.controller.gnmi.Notification;
import io.smartt.controller.gnmi.Path;
import io.smartt.controller.gnmi.Update;

/** Makes notifications with the time of the clock. */
record Answers(InstantSource clock) {
  private static final long NS_PER_S = 1_000_000_000L;

  /** Leaves of one switch. */
  Notification notification(String target, List<CounterTree.Leaf> leaves, Encoding encoding) {
    Instant now = clock.instant();
    Notification.Builder notification =
        Notification.newBuilder().setTimestamp(now.getEpochSecond() * NS_PER_S + now.getNano());
    if (!target.isEmpty()) {
      notification.setPrefix(Path.newBuilder().setTarget(target));
    }
    for (CounterTree.Leaf leaf : leaves) {
      notification.addUpdate(
          Update.newBuilder()
              .setPath(leaf.path().toBuilder().clearOrigin())
              .setVal(leaf.value().in(encoding)));
    }
    return notification.build();
  }

  /** A run that has no counters before its traffic begins. */
  static StatusRuntimeException notYet() {
    return Status.UNAVAILABLE.withDescription("nothing has been counted yet").asRuntimeException();
  }
}
