package io.smartt.softswitch.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.p4.info.P4InfoIndex.TableInfo.MatchFieldInfo;
import io.smartt.p4.info.P4Objects;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import org.p4.v1.FieldMatch;

/**
 * Match keys of one table or value set: from messages to values in declaration order, and back to
 * the canonical form, which leaves don't-cares out (P4Runtime section 9.1.1).
 *
 * @param owner for messages, such as {@code table 'ingress.ipv4_lpm'}
 */
record MatchKeys(String owner, P4Objects<MatchFieldInfo> fields) {
  private static final MatchValue ANY = new MatchValue.Any();

  List<MatchValue> decode(List<FieldMatch> matches) {
    Map<Integer, FieldMatch> byId = new HashMap<>();
    for (FieldMatch match : matches) {
      MatchFieldInfo field =
          fields
              .find(match.getFieldId())
              .orElseThrow(() ->
                  Refusal.invalid(
                      "%s has no match field %s; it has %s"
                          .formatted(
                              owner,
                              Integer.toUnsignedString(match.getFieldId()),
                              Lookup.listed(fields))));
      if (byId.put(match.getFieldId(), match) != null) {
        throw Refusal.invalid(place(field) + " is given twice");
      }
    }
    List<MatchValue> key = new ArrayList<>(fields.size());
    for (MatchFieldInfo field : fields) {
      key.add(decode(field, Optional.ofNullable(byId.get(field.id()))));
    }
    return key;
  }

  List<FieldMatch> encode(List<MatchValue> key) {
    List<FieldMatch> matches = new ArrayList<>(key.size());
    for (int i = 0; i < key.size(); i++) {
      if (!(key.get(i) instanceof MatchValue.Any)) {
        matches.add(encode(fields.all().get(i).id(), key.get(i)));
      }
    }
    return matches;
  }

  private MatchValue decode(MatchFieldInfo field, Optional<FieldMatch> given) {
    if (given.isEmpty()) {
      return switch (field.kind()) {
        case EXACT ->
            throw Refusal.invalid(place(field) + " is missing; an exact field must be given");
        case LPM, TERNARY, RANGE, OPTIONAL -> ANY;
        case OTHER -> throw unsupported(field);
      };
    }
    FieldMatch match = given.get();
    requireKind(field, match);
    return switch (field.kind()) {
      case EXACT -> new MatchValue.Exact(value(field, match.getExact().getValue()));
      case LPM -> lpm(field, match.getLpm());
      case TERNARY -> ternary(field, match.getTernary());
      case RANGE -> range(field, match.getRange());
      case OPTIONAL -> new MatchValue.Optional(value(field, match.getOptional().getValue()));
      case OTHER -> throw unsupported(field);
    };
  }

  private MatchValue lpm(MatchFieldInfo field, FieldMatch.LPM match) {
    Bits value = value(field, match.getValue());
    int length = match.getPrefixLen();
    if (length == 0) {
      throw dontCare(field, "prefix length 0");
    }
    if (length < 0 || length > field.width()) {
      throw Refusal.invalid(
          "%s has prefix length %d; accepted are 1 to %d"
              .formatted(place(field), length, field.width()));
    }
    if (value.value().signum() != 0 && value.value().getLowestSetBit() < field.width() - length) {
      throw Refusal.invalid(
          "%s value %s has bits set beyond its prefix of %d"
              .formatted(place(field), Values.hex(value.value()), length));
    }
    return new MatchValue.Lpm(value, length);
  }

  private MatchValue ternary(MatchFieldInfo field, FieldMatch.Ternary match) {
    Bits value = value(field, match.getValue());
    Bits mask = value(field, match.getMask());
    if (mask.value().signum() == 0) {
      throw dontCare(field, "mask 0");
    }
    if (!value.value().and(mask.value()).equals(value.value())) {
      throw Refusal.invalid(
          "%s value %s has bits set outside its mask %s"
              .formatted(place(field), Values.hex(value.value()), Values.hex(mask.value())));
    }
    return new MatchValue.Ternary(value, mask);
  }

  private MatchValue range(MatchFieldInfo field, FieldMatch.Range match) {
    Bits low = value(field, match.getLow());
    Bits high = value(field, match.getHigh());
    if (low.value().compareTo(high.value()) > 0) {
      throw Refusal.invalid(
          "%s range has low %s above high %s"
              .formatted(place(field), Values.hex(low.value()), Values.hex(high.value())));
    }
    if (low.value().equals(BigInteger.ZERO) && high.equals(Bits.ones(field.width()))) {
      throw dontCare(field, "the whole range");
    }
    return new MatchValue.Range(low, high);
  }

  private static FieldMatch encode(int id, MatchValue value) {
    FieldMatch.Builder match = FieldMatch.newBuilder().setFieldId(id);
    switch (value) {
      case MatchValue.Exact(var bits) -> match.getExactBuilder().setValue(Values.bytes(bits));
      case MatchValue.Lpm(var bits, var length) ->
          match.getLpmBuilder().setValue(Values.bytes(bits)).setPrefixLen(length);
      case MatchValue.Ternary(var bits, var mask) ->
          match.getTernaryBuilder().setValue(Values.bytes(bits)).setMask(Values.bytes(mask));
      case MatchValue.Range(var low, var high) ->
          match.getRangeBuilder().setLow(Values.bytes(low)).setHigh(Values.bytes(high));
      case MatchValue.Optional(var bits) -> match.getOptionalBuilder().setValue(Values.bytes(bits));
      case MatchValue.Any() -> throw new IllegalArgumentException("a don't-care has no message");
    }
    return match.build();
  }

  private Bits value(MatchFieldInfo field, ByteString bytes) {
    return Values.unsigned(place(field), bytes, field.width());
  }

  /** Compares the kinds by their names, which are P4Runtime's in P4Info and in messages. */
  private void requireKind(MatchFieldInfo field, FieldMatch match) {
    if (field.kind() != MatchFieldInfo.MatchKind.OTHER
        && !field.kind().name().equals(match.getFieldMatchTypeCase().name())) {
      throw Refusal.invalid(
          "%s takes a match of kind %s, not %s"
              .formatted(place(field), field.kind(), match.getFieldMatchTypeCase()));
    }
  }

  private Refusal dontCare(MatchFieldInfo field, String how) {
    return Refusal.invalid(
        "%s says don't care by %s; leave the field out instead".formatted(place(field), how));
  }

  private Refusal unsupported(MatchFieldInfo field) {
    return Refusal.unimplemented(place(field) + " has a match kind that P4Runtime does not define");
  }

  private Place place(MatchFieldInfo field) {
    return new Place(owner, "field", field.name());
  }
}
