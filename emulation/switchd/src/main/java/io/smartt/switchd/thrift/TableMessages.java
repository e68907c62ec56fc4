package io.smartt.switchd.thrift;

import static io.smartt.switchd.thrift.ThriftValue.i32;
import static io.smartt.switchd.thrift.ThriftValue.text;
import static io.smartt.switchd.thrift.ThriftValue.texts;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.p4.info.P4Bytes;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.ActionInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo.MatchFieldInfo;
import io.smartt.switchd.thrift.ThriftMethod.ThriftFault;
import org.p4.v1.Action;
import org.p4.v1.FieldMatch;
import org.p4.v1.TableAction;
import org.p4.v1.TableEntry;

/** Keys, actions and entries of standard.thrift as messages of P4Runtime, and back. */
final class TableMessages {
  private static final int EXACT = 0;
  private static final int LPM = 1;
  private static final int TERNARY = 2;
  private static final int VALID = 3;
  private static final int RANGE = 4;
  private static final int ACTION_DATA = 1;
  private static final int MEMBER = 2;
  private static final int GROUP = 3;

  private TableMessages() {}

  /**
   * The key of an entry. BMv2's lowest priority number wins, P4Runtime's highest.
   *
   * @param options {@code BmAddEntryOptions}
   */
  static TableEntry.Builder key(TableInfo table, List<Arguments> params, Arguments options) {
    if (params.size() != table.matchFields().size()) {
      throw badKey(
          "table %s has %d fields, not %d"
              .formatted(table.name(), table.matchFields().size(), params.size()));
    }
    TableEntry.Builder entry = TableEntry.newBuilder().setTableId(table.id());
    for (int i = 0; i < params.size(); i++) {
      match(table.matchFields().all().get(i), params.get(i)).ifPresent(entry::addMatch);
    }
    if (table.needsPriority()) {
      entry.setPriority(Integer.MAX_VALUE - Math.max(0, options.integer(1)));
    }
    return entry;
  }

  /** Empty where any value matches, which P4Runtime says by leaving the field out. */
  private static Optional<FieldMatch> match(MatchFieldInfo field, Arguments param) {
    FieldMatch.Builder match = FieldMatch.newBuilder().setFieldId(field.id());
    int type = param.integer(1);
    MatchFieldInfo.MatchKind kind = field.kind();
    if (kind == MatchFieldInfo.MatchKind.EXACT && type == EXACT) {
      match.getExactBuilder().setValue(encode(value(field, param.struct(2).bytes(1))));
    } else if (kind == MatchFieldInfo.MatchKind.EXACT && type == VALID) {
      match
          .getExactBuilder()
          .setValue(encode(param.struct(5).flag(1) ? BigInteger.ONE : BigInteger.ZERO));
    } else if (kind == MatchFieldInfo.MatchKind.LPM && type == LPM) {
      int length = param.struct(3).integer(2);
      if (length < 0 || length > field.width()) {
        throw badKey("field " + field.name() + " has no prefix of length " + length);
      }
      BigInteger mask =
          ones(field.width()).shiftRight(field.width() - length).shiftLeft(field.width() - length);
      if (length == 0) {
        return Optional.empty();
      }
      match
          .getLpmBuilder()
          .setValue(encode(value(field, param.struct(3).bytes(1)).and(mask)))
          .setPrefixLen(length);
    } else if (type == TERNARY
        && (kind == MatchFieldInfo.MatchKind.TERNARY
            || kind == MatchFieldInfo.MatchKind.OPTIONAL)) {
      BigInteger mask = value(field, param.struct(4).bytes(2));
      if (mask.signum() == 0) {
        return Optional.empty();
      }
      ByteString value = encode(value(field, param.struct(4).bytes(1)).and(mask));
      if (kind == MatchFieldInfo.MatchKind.TERNARY) {
        match.getTernaryBuilder().setValue(value).setMask(encode(mask));
      } else if (mask.equals(ones(field.width()))) {
        match.getOptionalBuilder().setValue(value);
      } else {
        throw badKey("field " + field.name() + " is optional: all bits match or none");
      }
    } else if (kind == MatchFieldInfo.MatchKind.RANGE && type == RANGE) {
      BigInteger low = value(field, param.struct(6).bytes(1));
      BigInteger high = value(field, param.struct(6).bytes(2));
      if (low.signum() == 0 && high.equals(ones(field.width()))) {
        return Optional.empty();
      }
      if (low.compareTo(high) > 0) {
        throw badKey("field " + field.name() + " has a range whose start is above its end");
      }
      match.getRangeBuilder().setLow(encode(low)).setHigh(encode(high));
    } else {
      throw badKey("field " + field.name() + " takes a match of kind " + kind);
    }
    return Optional.of(match.build());
  }

  static Action action(P4InfoIndex info, String name, List<ByteString> data) {
    ActionInfo action =
        info.actions()
            .find(name)
            .orElseThrow(() -> new ThriftFault(Errors.INVALID_ACTION_NAME, "no action " + name));
    if (action.params().size() != data.size()) {
      throw new ThriftFault(
          Errors.BAD_ACTION_DATA,
          "action %s takes %d parameters, not %d"
              .formatted(name, action.params().size(), data.size()));
    }
    Action.Builder message = Action.newBuilder().setActionId(action.id());
    for (int i = 0; i < data.size(); i++) {
      message
          .addParamsBuilder()
          .setParamId(action.params().all().get(i).id())
          .setValue(data.get(i));
    }
    return message.build();
  }

  /** {@code BmMtEntry}. */
  static ThriftValue.Struct entry(
      P4InfoIndex info, TableInfo table, TableEntry entry, int handle, Optional<Long> idleMs) {
    List<ThriftValue> key = new ArrayList<>();
    for (MatchFieldInfo field : table.matchFields()) {
      key.add(
          param(
              field,
              entry.getMatchList().stream()
                  .filter(match -> match.getFieldId() == field.id())
                  .findFirst()
                  .orElse(FieldMatch.getDefaultInstance())));
    }
    int priority = table.needsPriority() ? Integer.MAX_VALUE - entry.getPriority() : -1;
    Map<Integer, ThriftValue> fields = new TreeMap<>();
    fields.put(1, ThriftValue.structs(key));
    fields.put(2, new ThriftValue.Struct(Map.of(1, i32(priority))));
    fields.put(3, i32(handle));
    fields.put(4, actionEntry(info, entry.getAction()));
    idleMs.ifPresent(ms ->
        fields.put(
            5,
            new ThriftValue.Struct(
                Map.of(1, i32(entry.getIdleTimeoutNs() / 1_000_000), 2, i32(ms)))));
    return new ThriftValue.Struct(fields);
  }

  private static ThriftValue param(MatchFieldInfo field, FieldMatch match) {
    int width = field.width();
    BigInteger all = ones(width);
    return switch (field.kind()) {
      case EXACT -> param(EXACT, 2, Map.of(1, padded(width, match.getExact().getValue())));
      case LPM ->
          param(
              LPM,
              3,
              Map.of(
                  1, padded(width, match.getLpm().getValue()),
                  2, i32(match.getLpm().getPrefixLen())));
      case TERNARY ->
          param(
              TERNARY,
              4,
              Map.of(
                  1, padded(width, match.getTernary().getValue()),
                  2, padded(width, match.getTernary().getMask())));
      case OPTIONAL ->
          param(
              TERNARY,
              4,
              Map.of(
                  1,
                  padded(width, match.getOptional().getValue()),
                  2,
                  padded(width, match.hasOptional() ? encode(all) : ByteString.EMPTY)));
      case RANGE ->
          param(
              RANGE,
              6,
              Map.of(
                  1, padded(width, match.getRange().getLow()),
                  2, padded(width, match.hasRange() ? match.getRange().getHigh() : encode(all))));
      case OTHER -> throw new ThriftFault(Errors.ERROR, "field " + field.name());
    };
  }

  private static ThriftValue param(int type, int id, Map<Integer, ThriftValue> fields) {
    return new ThriftValue.Struct(
        new TreeMap<>(Map.of(1, i32(type), id, new ThriftValue.Struct(new TreeMap<>(fields)))));
  }

  /** {@code BmActionEntry}. */
  static ThriftValue.Struct actionEntry(P4InfoIndex info, TableAction action) {
    Map<Integer, ThriftValue> fields = new TreeMap<>();
    switch (action.getTypeCase()) {
      case ACTION -> {
        fields.put(1, i32(ACTION_DATA));
        fields.put(2, text(info.actions().withId(action.getAction().getActionId()).name()));
        fields.put(3, data(action.getAction()));
      }
      case ACTION_PROFILE_MEMBER_ID -> {
        fields.put(1, i32(MEMBER));
        fields.put(4, i32(action.getActionProfileMemberId() - 1));
      }
      case ACTION_PROFILE_GROUP_ID -> {
        fields.put(1, i32(GROUP));
        fields.put(5, i32(action.getActionProfileGroupId() - 1));
      }
      case ACTION_PROFILE_ACTION_SET, TYPE_NOT_SET -> fields.put(1, i32(0));
    }
    return new ThriftValue.Struct(fields);
  }

  /** Returns values as BMv2 reads them back: without leading zeros, however wide their fields. */
  static ThriftValue data(Action action) {
    return texts(
        action.getParamsList().stream()
            .<ThriftValue>map(param -> new ThriftValue.Text(param.getValue()))
            .toList());
  }

  private static ThriftValue padded(int width, ByteString value) {
    int length = Math.max(1, (width + 7) / 8);
    byte[] zeros = new byte[Math.max(0, length - value.size())];
    return new ThriftValue.Text(ByteString.copyFrom(zeros).concat(value));
  }

  private static BigInteger value(MatchFieldInfo field, ByteString bytes) {
    BigInteger value = new BigInteger(1, bytes.toByteArray());
    if (value.bitLength() > field.width()) {
      throw badKey("field %s has %d bits".formatted(field.name(), field.width()));
    }
    return value;
  }

  private static BigInteger ones(int width) {
    return BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
  }

  private static ByteString encode(BigInteger value) {
    return P4Bytes.encode(value);
  }

  private static ThriftFault badKey(String message) {
    return new ThriftFault(Errors.BAD_MATCH_KEY, message);
  }
}
