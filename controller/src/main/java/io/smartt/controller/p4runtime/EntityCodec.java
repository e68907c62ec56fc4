package io.smartt.controller.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.p4.info.P4Bytes;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.ActionInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo.MatchFieldInfo;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import org.p4.v1.Action;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.ActionProfileMember;
import org.p4.v1.Entity;
import org.p4.v1.FieldMatch;
import org.p4.v1.TableAction;
import org.p4.v1.Update;

/**
 * The translation between names and protocol messages. What it encodes is canonical: P4Runtime 8.3
 * and 9.1.1. A field that the switch translates to strings (width 0) holds the bits of the string,
 * 8 a byte; its bytes go out as they are.
 */
public record EntityCodec(P4InfoIndex info) {
  /** Returns the rank of an entity, from 0; what others refer to ranks lower. */
  public static int rank(Entity entity) {
    return switch (entity.getEntityCase()) {
      case ACTION_PROFILE_MEMBER -> 0;
      case ACTION_PROFILE_GROUP -> 1;
      case DIRECT_COUNTER_ENTRY, DIRECT_METER_ENTRY -> 3;
      default -> 2;
    };
  }

  /** Returns whether an entity is always there, so that it is modified and never inserted. */
  public static boolean isAlwaysThere(Entity entity) {
    return isOfPackets(entity)
        || entity.hasMeterEntry()
        || entity.hasDirectMeterEntry()
        || entity.hasValueSetEntry()
        || entity.getTableEntry().getIsDefaultAction();
  }

  /** Returns whether packets change an entity, so that only its first value is a controller's. */
  public static boolean isOfPackets(Entity entity) {
    return entity.hasCounterEntry() || entity.hasDirectCounterEntry() || entity.hasRegisterEntry();
  }

  /** Returns the update that writes an entity. */
  public static Update update(Entity entity) {
    return Update.newBuilder()
        .setType(isAlwaysThere(entity) ? Update.Type.MODIFY : Update.Type.INSERT)
        .setEntity(entity)
        .build();
  }

  /** The message of an entity. */
  public Entity encode(P4Entity entity) {
    return switch (entity) {
      case P4Entity.Entry(TableEntry entry) ->
          Entity.newBuilder().setTableEntry(encode(entry)).build();
      case P4Entity.DefaultEntry(String table, EntryTarget.ActionCall action) ->
          Entity.newBuilder()
              .setTableEntry(
                  org.p4.v1.TableEntry.newBuilder()
                      .setTableId(info.tables().named(table).id())
                      .setIsDefaultAction(true)
                      .setAction(encode(action)))
              .build();
      case P4Entity.Member(String profile, int id, EntryTarget.ActionCall action) ->
          Entity.newBuilder()
              .setActionProfileMember(
                  ActionProfileMember.newBuilder()
                      .setActionProfileId(info.actionProfiles().named(profile).id())
                      .setMemberId(id)
                      .setAction(encodeCall(action)))
              .build();
      case P4Entity.Group(String profile, int id, List<WeightedMember> members) -> {
        P4InfoIndex.ActionProfileInfo selector = info.actionProfiles().named(profile);
        // Tofino's SDE takes no group without a size (open-p4studio pipe_mgr_select_tbl.c:3221).
        ActionProfileGroup.Builder group =
            ActionProfileGroup.newBuilder()
                .setActionProfileId(selector.id())
                .setGroupId(id)
                .setMaxSize(selector.maxGroupSize());
        members.forEach(
            m -> group.addMembersBuilder().setMemberId(m.memberId()).setWeight(m.weight()));
        yield Entity.newBuilder().setActionProfileGroup(group).build();
      }
      case P4Entity.Given(Entity message, _) -> message;
    };
  }

  private org.p4.v1.TableEntry encode(TableEntry entry) {
    P4InfoIndex.TableInfo table = info.tables().named(entry.table());
    if (entry.key().size() != table.matchFields().size()) {
      throw new IllegalArgumentException(
          "entry of %s has %d match fields, the table has %d"
              .formatted(table.name(), entry.key().size(), table.matchFields().size()));
    }
    org.p4.v1.TableEntry.Builder message =
        org.p4.v1.TableEntry.newBuilder()
            .setTableId(table.id())
            .setPriority(entry.priority())
            .setIdleTimeoutNs(entry.idleTimeoutNs())
            .setMetadata(ByteString.copyFrom(entry.metadata(), StandardCharsets.ISO_8859_1))
            .setAction(encode(entry.target()));
    Iterator<MatchValue> values = entry.key().iterator();
    for (MatchFieldInfo field : table.matchFields()) {
      MatchValue value = values.next();
      if (!(value instanceof MatchValue.Any)) {
        message.addMatch(encode(field, value));
      }
    }
    return message.build();
  }

  private static FieldMatch encode(MatchFieldInfo field, MatchValue value) {
    FieldMatch.Builder match = FieldMatch.newBuilder().setFieldId(field.id());
    switch (value) {
      case MatchValue.Exact(Bits v) -> match.getExactBuilder().setValue(bytes(v, field.width()));
      case MatchValue.Lpm(Bits v, int length) ->
          match.getLpmBuilder().setValue(bytes(v, field.width())).setPrefixLen(length);
      case MatchValue.Ternary(Bits v, Bits mask) ->
          match
              .getTernaryBuilder()
              .setValue(bytes(v, field.width()))
              .setMask(bytes(mask, field.width()));
      case MatchValue.Range(Bits low, Bits high) ->
          match
              .getRangeBuilder()
              .setLow(bytes(low, field.width()))
              .setHigh(bytes(high, field.width()));
      case MatchValue.Optional(Bits v) ->
          match.getOptionalBuilder().setValue(bytes(v, field.width()));
      case MatchValue.Any() -> throw new IllegalArgumentException("a don't-care is not written");
    }
    return match.build();
  }

  private TableAction encode(EntryTarget target) {
    TableAction.Builder action = TableAction.newBuilder();
    switch (target) {
      case EntryTarget.ActionCall call -> action.setAction(encodeCall(call));
      case EntryTarget.Member(int id) -> action.setActionProfileMemberId(id);
      case EntryTarget.Group(int id) -> action.setActionProfileGroupId(id);
    }
    return action.build();
  }

  private Action encodeCall(EntryTarget.ActionCall call) {
    ActionInfo info = this.info.actions().named(call.action());
    if (call.arguments().size() != info.params().size()) {
      throw new IllegalArgumentException(
          "action %s has %d parameters, not %d"
              .formatted(info.name(), info.params().size(), call.arguments().size()));
    }
    Action.Builder action = Action.newBuilder().setActionId(info.id());
    Iterator<Bits> arguments = call.arguments().iterator();
    for (ActionInfo.ParamInfo param : info.params()) {
      action
          .addParamsBuilder()
          .setParamId(param.id())
          .setValue(bytes(arguments.next(), param.width()));
    }
    return action.build();
  }

  /** The entry of a message that is not a default entry. */
  public TableEntry decode(org.p4.v1.TableEntry message) {
    P4InfoIndex.TableInfo table = info.tables().withId(message.getTableId());
    List<MatchValue> key = new ArrayList<>();
    for (MatchFieldInfo field : table.matchFields()) {
      key.add(
          message.getMatchList().stream()
              .filter(match -> match.getFieldId() == field.id())
              .findFirst()
              .map(match -> decode(field, match))
              .orElseGet(MatchValue.Any::new));
    }
    return new TableEntry(
        table.name(),
        key,
        message.getPriority(),
        decode(message.getAction()),
        message.getIsConst(),
        message.getIdleTimeoutNs(),
        message.getMetadata().toString(StandardCharsets.ISO_8859_1));
  }

  private static MatchValue decode(MatchFieldInfo field, FieldMatch match) {
    int width = field.width();
    return switch (match.getFieldMatchTypeCase()) {
      case EXACT -> new MatchValue.Exact(bits(match.getExact().getValue(), width));
      case LPM ->
          new MatchValue.Lpm(bits(match.getLpm().getValue(), width), match.getLpm().getPrefixLen());
      case TERNARY ->
          new MatchValue.Ternary(
              bits(match.getTernary().getValue(), width),
              bits(match.getTernary().getMask(), width));
      case RANGE ->
          new MatchValue.Range(
              bits(match.getRange().getLow(), width), bits(match.getRange().getHigh(), width));
      case OPTIONAL -> new MatchValue.Optional(bits(match.getOptional().getValue(), width));
      case OTHER, FIELDMATCHTYPE_NOT_SET ->
          throw new IllegalArgumentException(
              field.name() + ": match of kind " + match.getFieldMatchTypeCase());
    };
  }

  private EntryTarget decode(TableAction action) {
    return switch (action.getTypeCase()) {
      case ACTION -> decode(action.getAction());
      case ACTION_PROFILE_MEMBER_ID -> new EntryTarget.Member(action.getActionProfileMemberId());
      case ACTION_PROFILE_GROUP_ID -> new EntryTarget.Group(action.getActionProfileGroupId());
      case ACTION_PROFILE_ACTION_SET, TYPE_NOT_SET ->
          throw new IllegalArgumentException("entry with " + action.getTypeCase());
    };
  }

  /** The action of a message, with its arguments in declaration order. */
  public EntryTarget.ActionCall decode(Action message) {
    ActionInfo action = info.actions().withId(message.getActionId());
    List<Bits> arguments = new ArrayList<>();
    for (ActionInfo.ParamInfo param : action.params()) {
      ByteString value =
          message.getParamsList().stream()
              .filter(p -> p.getParamId() == param.id())
              .findFirst()
              .map(Action.Param::getValue)
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      "action %s without %s".formatted(action.name(), param.name())));
      arguments.add(bits(value, param.width()));
    }
    return new EntryTarget.ActionCall(action.name(), arguments);
  }

  private static ByteString bytes(Bits bits, int width) {
    if (width > 0) {
      return P4Bytes.encode(bits.value());
    }
    byte[] shortest = bits.value().toByteArray();
    byte[] string = new byte[bits.width() / Byte.SIZE];
    int digits = Math.min(shortest.length, string.length);
    System.arraycopy(shortest, shortest.length - digits, string, string.length - digits, digits);
    return ByteString.copyFrom(string);
  }

  /** The value of a field of this width; where that is 0, of a string. */
  static Bits bits(ByteString bytes, int width) {
    return width > 0
        ? new Bits(P4Bytes.decode(bytes, width), width)
        : new Bits(new BigInteger(1, bytes.toByteArray()), bytes.size() * Byte.SIZE);
  }
}
