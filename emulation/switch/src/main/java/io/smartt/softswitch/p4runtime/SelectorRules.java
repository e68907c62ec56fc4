package io.smartt.softswitch.p4runtime;

import com.google.protobuf.ByteString;
import io.smartt.p4.info.P4InfoIndex.ActionProfileInfo;
import io.smartt.p4.info.P4InfoIndex.ActionProfileInfo.SizeSemantics;
import java.util.Optional;

/** The rules that groups and one-shots of a selector share: weights, sizes, watched ports. */
final class SelectorRules {
  /** A group's members stand in the data plane as often as they weigh. */
  private static final int MAX_WEIGHT = 0xffff;

  private SelectorRules() {}

  /** A weight that the selector takes, as the data plane is to use it. */
  static int weight(ActionProfileInfo selector, int weight, SizeSemantics semantics) {
    if (selector.weightsDisallowed()) {
      if (weight != 0) {
        throw Refusal.invalid(
            "action selector '%s' allows no weights; leave weight %d out"
                .formatted(selector.name(), weight));
      }
      return 1;
    }
    if (weight < 1) {
      throw Refusal.invalid(
          "action selector '%s': weight %d; accepted is 1 or more"
              .formatted(selector.name(), weight));
    }
    if (weight > MAX_WEIGHT) {
      throw Refusal.full(
          "action selector '%s': weight %d; this switch takes up to %d"
              .formatted(selector.name(), weight, MAX_WEIGHT));
    }
    if (semantics == SizeSemantics.SUM_OF_MEMBERS
        && selector.maxMemberWeight().isPresent()
        && weight > selector.maxMemberWeight().getAsInt()) {
      throw Refusal.invalid(
          "action selector '%s': weight %d; accepted are 1 to %d"
              .formatted(selector.name(), weight, selector.maxMemberWeight().getAsInt()));
    }
    return weight;
  }

  /** Returns what a member adds to the size of its group. */
  static int size(int weight, SizeSemantics semantics) {
    return semantics == SizeSemantics.SUM_OF_WEIGHTS ? weight : 1;
  }

  /** The port whose link must be up for a member to be chosen; empty: always. */
  static Optional<Integer> watchedPort(
      ActionProfileInfo selector, ByteString port, int deprecatedPort, ForwardingDevice ports) {
    if (port.isEmpty() && deprecatedPort == 0) {
      return Optional.empty();
    }
    Place place = new Place("action selector '" + selector.name() + "'", "watch port", "port");
    int number = port.isEmpty() ? deprecatedPort : Values.port(place, port);
    if (!ports.hasPort(number)) {
      throw Refusal.invalid(
          "action selector '%s': the switch has no port %s to watch"
              .formatted(selector.name(), Integer.toUnsignedString(number)));
    }
    return Optional.of(number);
  }

  /** Counts a group in or out of the whole selector. */
  static void fill(WriteContext context, ActionProfileInfo selector, int by) {
    int now =
        Optional.ofNullable(context.store().selectorFill().get(selector.name())).orElse(0) + by;
    if (by > 0 && selector.size() > 0 && now > selector.size()) {
      throw Refusal.full(
          "action selector '%s' holds %d %s over all groups; this makes %d"
              .formatted(
                  selector.name(),
                  selector.size(),
                  selector.sizeSemantics() == SizeSemantics.SUM_OF_WEIGHTS ? "weights" : "members",
                  now));
    }
    context.journal().count(context.store().selectorFill(), selector.name(), by);
  }
}
