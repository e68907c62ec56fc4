package io.smartt.softswitch.p4runtime;

import module java.base;

import io.smartt.p4.info.P4InfoIndex.ValueSetInfo;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import org.p4.v1.Update;
import org.p4.v1.ValueSetEntry;
import org.p4.v1.ValueSetMember;

/** Parser value sets (P4Runtime section 9.6): MODIFY replaces all members. */
record ValueSets(WriteContext context) {
  void write(Update.Type type, ValueSetEntry message) {
    Refusal.requireModify(type, "a value set");
    ValueSetInfo set =
        context.owned(context.info().valueSets(), "value set", message.getValueSetId());
    String owner = owner(set);
    if (set.size() > 0 && message.getMembersCount() > set.size()) {
      throw Refusal.full(
          "%s holds %d members, not %d".formatted(owner, set.size(), message.getMembersCount()));
    }
    MatchKeys keys = new MatchKeys(owner, set.matchFields());
    List<List<MatchValue>> members = new ArrayList<>();
    Set<List<MatchValue>> seen = new HashSet<>();
    for (ValueSetMember member : message.getMembersList()) {
      List<MatchValue> values = keys.decode(member.getMatchList());
      if (!seen.add(values)) {
        throw Refusal.exists(
            "%s: member %s stands twice"
                .formatted(owner, values.stream().map(ValueSets::text).toList()));
      }
      members.add(values);
    }
    context.effects().change(new Change.SetValueSet(set.name(), members));
  }

  static String owner(ValueSetInfo set) {
    return "value set '" + set.name() + "'";
  }

  /** A match value, as messages show it. */
  static String text(MatchValue value) {
    return switch (value) {
      case MatchValue.Exact(var bits) -> hex(bits);
      case MatchValue.Lpm(var bits, var length) -> hex(bits) + "/" + length;
      case MatchValue.Ternary(var bits, var mask) -> hex(bits) + " &&& " + hex(mask);
      case MatchValue.Range(var low, var high) -> hex(low) + ".." + hex(high);
      case MatchValue.Optional(var bits) -> hex(bits);
      case MatchValue.Any() -> "*";
    };
  }

  private static String hex(Bits bits) {
    return Values.hex(bits.value());
  }
}
