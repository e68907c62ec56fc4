package io.smartt.controller.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.ActionInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.info.P4Objects;
import org.p4.v1.Action;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.Entity;
import org.p4.v1.FieldMatch;
import org.p4.v1.Index;
import org.p4.v1.TableAction;
import org.p4.v1.TableEntry;

/**
 * Writes protocol messages in the program's names, for error messages: {@code
 * ingress.ipv4_lpm[hdr.ipv4.dst_addr=10.0.0.0/24] -> group 5}. Never fails: an id that the program
 * does not have is written as a number.
 *
 * @param files where entities stand that users wrote
 */
public record EntityNames(P4InfoIndex info, Map<Entity, String> files) {
  private static final int UNKNOWN = -1;

  /** The names alone: no entity stands in a file. */
  public EntityNames(P4InfoIndex info) {
    this(info, Map.of());
  }

  /** The entity in one line, with the file that it stands in. */
  public String describe(Entity entity) {
    return text(entity) + (files.containsKey(entity) ? " (" + files.get(entity) + ")" : "");
  }

  private String text(Entity entity) {
    return switch (entity.getEntityCase()) {
      case TABLE_ENTRY -> tableEntry(entity.getTableEntry());
      case ACTION_PROFILE_MEMBER -> {
        var member = entity.getActionProfileMember();
        yield "%s member %d -> %s"
            .formatted(
                name(info.actionProfiles(), member.getActionProfileId()),
                member.getMemberId(),
                action(member.getAction()));
      }
      case ACTION_PROFILE_GROUP -> group(entity.getActionProfileGroup());
      case COUNTER_ENTRY -> cell(info.counters(), entity.getCounterEntry());
      case METER_ENTRY -> cell(info.meters(), entity.getMeterEntry());
      case REGISTER_ENTRY -> cell(info.registers(), entity.getRegisterEntry());
      case VALUE_SET_ENTRY ->
          "value set " + name(info.valueSets(), entity.getValueSetEntry().getValueSetId());
      case DIRECT_COUNTER_ENTRY ->
          "counter of " + tableEntry(entity.getDirectCounterEntry().getTableEntry());
      case DIRECT_METER_ENTRY ->
          "meter of " + tableEntry(entity.getDirectMeterEntry().getTableEntry());
      case PACKET_REPLICATION_ENGINE_ENTRY -> {
        var entry = entity.getPacketReplicationEngineEntry();
        String kind = entry.hasCloneSessionEntry() ? "clone session " : "multicast group ";
        yield kind + Integer.toUnsignedString(P4Entity.id(entry));
      }
      default -> entity.getEntityCase().name();
    };
  }

  private String tableEntry(TableEntry entry) {
    Optional<TableInfo> table = info.tables().find(entry.getTableId());
    String key =
        entry.getIsDefaultAction()
            ? "default"
            : entry.getMatchList().stream()
                .map(match -> match(table, match))
                .collect(Collectors.joining(", "));
    return "%s[%s%s] -> %s"
        .formatted(
            name(info.tables(), entry.getTableId()),
            key,
            entry.getPriority() == 0 ? "" : ", priority " + entry.getPriority(),
            action(entry.getAction()));
  }

  private static String match(Optional<TableInfo> table, FieldMatch match) {
    Optional<TableInfo.MatchFieldInfo> field =
        table.flatMap(t -> t.matchFields().find(match.getFieldId()));
    String name = field.map(TableInfo.MatchFieldInfo::name).orElse("field " + match.getFieldId());
    int width = field.map(TableInfo.MatchFieldInfo::width).orElse(UNKNOWN);
    String value =
        switch (match.getFieldMatchTypeCase()) {
          case EXACT -> FieldValue.show(name, width, match.getExact().getValue());
          case OPTIONAL -> FieldValue.show(name, width, match.getOptional().getValue());
          case LPM ->
              FieldValue.show(name, width, match.getLpm().getValue())
                  + "/"
                  + match.getLpm().getPrefixLen();
          case TERNARY ->
              FieldValue.show(name, width, match.getTernary().getValue())
                  + " &&& "
                  + FieldValue.show(name, width, match.getTernary().getMask());
          case RANGE ->
              FieldValue.show(name, width, match.getRange().getLow())
                  + ".."
                  + FieldValue.show(name, width, match.getRange().getHigh());
          case OTHER, FIELDMATCHTYPE_NOT_SET -> match.getFieldMatchTypeCase().name();
        };
    return name + "=" + value;
  }

  private String action(TableAction action) {
    return switch (action.getTypeCase()) {
      case ACTION -> action(action.getAction());
      case ACTION_PROFILE_MEMBER_ID -> "member " + action.getActionProfileMemberId();
      case ACTION_PROFILE_GROUP_ID -> "group " + action.getActionProfileGroupId();
      case ACTION_PROFILE_ACTION_SET ->
          action.getActionProfileActionSet().getActionProfileActionsList().stream()
              .map(one -> action(one.getAction()) + "*" + one.getWeight())
              .collect(Collectors.joining(", ", "{", "}"));
      case TYPE_NOT_SET -> "no action";
    };
  }

  private String action(Action action) {
    Optional<ActionInfo> known = info.actions().find(action.getActionId());
    return name(info.actions(), action.getActionId())
        + action.getParamsList().stream()
            .map(p -> argument(known, p.getParamId(), p.getValue()))
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String argument(Optional<ActionInfo> action, int id, ByteString value) {
    Optional<ActionInfo.ParamInfo> param = action.flatMap(a -> a.params().find(id));
    String name = param.map(ActionInfo.ParamInfo::name).orElse("parameter " + id);
    return name
        + "="
        + FieldValue.show(name, param.map(ActionInfo.ParamInfo::width).orElse(UNKNOWN), value);
  }

  private String group(ActionProfileGroup group) {
    return "%s group %d %s"
        .formatted(
            name(info.actionProfiles(), group.getActionProfileId()),
            group.getGroupId(),
            group.getMembersList().stream()
                .map(m -> m.getMemberId() + (m.getWeight() == 1 ? "" : "*" + m.getWeight()))
                .collect(Collectors.joining(", ", "{", "}")));
  }

  /** The entry of an array has an id, and an index where it is not of all cells. */
  private static String cell(P4Objects<?> objects, Message entry) {
    List<FieldDescriptor> fields = entry.getDescriptorForType().getFields();
    Object index = ((Index) entry.getField(fields.get(1))).getIndex();
    return name(objects, (Integer) entry.getField(fields.getFirst()))
        + "[%s]".formatted(entry.hasField(fields.get(1)) ? index : "all");
  }

  private static String name(P4Objects<?> objects, int id) {
    return objects
        .find(id)
        .map(P4InfoIndex.P4Object::name)
        .orElseGet(() -> "id " + Integer.toUnsignedString(id));
  }
}
