package io.smartt.softswitch.explain;

import com.google.protobuf.ByteString;
import io.smartt.p4.pipeline.TraceEvent;
import io.smartt.p4.pipeline.TraceEvent.FieldValue;
import java.util.List;

/**
 * One thing that happened to a packet in a switch. Numbers distinguish copies; the packet that came
 * in is 1.
 */
public sealed interface SwitchEvent {
  /** Returns which copy of the packet. */
  int copy();

  /**
   * Parser and ingress begin.
   *
   * @param kind {@code normal}, {@code resubmitted} or {@code recirculated}
   */
  record IngressBegan(int copy, String kind, int port, int bytes) implements SwitchEvent {}

  /** Something within parser, ingress, egress or deparser. */
  record Met(int copy, TraceEvent event) implements SwitchEvent {}

  /** An ingress or egress clone was made; the packet is parsed again for an ingress clone. */
  record Cloned(int copy, int from, String kind, int session) implements SwitchEvent {}

  /** A copy for a multicast group was made. */
  record Replicated(int copy, int from, int group) implements SwitchEvent {}

  /** The program asked for a clone into a session that makes none. */
  record CloneLost(int copy, int session) implements SwitchEvent {}

  /** A message for the controller was made. */
  record Digested(int copy, String digest, List<FieldValue> fields) implements SwitchEvent {
    /** Copies the fields. */
    public Digested {
      fields = List.copyOf(fields);
    }
  }

  /** The program asked for another pass. */
  record GoesRound(int copy, String how) implements SwitchEvent {}

  /** Ingress is done and the packet goes to a queue. */
  record Queued(int copy, int port, int priority) implements SwitchEvent {}

  /** Egress begins. */
  record EgressBegan(int copy, int port, int instance, int waiting) implements SwitchEvent {}

  /** The packet went no further. */
  record Dropped(int copy, String why) implements SwitchEvent {}

  /** The packet left. */
  record Sent(int copy, int port, ByteString bytes) implements SwitchEvent {}
}
