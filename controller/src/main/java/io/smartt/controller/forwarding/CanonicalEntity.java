package io.smartt.controller.forwarding;

import com.google.protobuf.ByteString;
import io.smartt.p4.info.P4Bytes;
import java.util.Comparator;
import java.util.List;
import org.p4.v1.Action;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.Entity;
import org.p4.v1.FieldMatch;
import org.p4.v1.TableEntry;

/** One spelling of each entity, so that what a switch gives back can be compared. */
final class CanonicalEntity {
  private CanonicalEntity() {}

  /** Without what the data plane changes or the switch adds; lists sorted, bytes shortest. */
  static Entity of(Entity entity) {
    return switch (entity.getEntityCase()) {
      case TABLE_ENTRY -> entity.toBuilder().setTableEntry(of(entity.getTableEntry())).build();
      case ACTION_PROFILE_MEMBER -> {
        Entity.Builder member = entity.toBuilder();
        member
            .getActionProfileMemberBuilder()
            .setAction(of(entity.getActionProfileMember().getAction()));
        yield member.build();
      }
      case ACTION_PROFILE_GROUP ->
          entity.toBuilder().setActionProfileGroup(of(entity.getActionProfileGroup())).build();
      default -> entity;
    };
  }

  /** Only what says which one it is. */
  static Entity identity(Entity canonical) {
    Entity.Builder key = canonical.toBuilder();
    switch (canonical.getEntityCase()) {
      case TABLE_ENTRY ->
          key.getTableEntryBuilder().clearAction().clearIdleTimeoutNs().clearMetadata();
      case ACTION_PROFILE_MEMBER -> key.getActionProfileMemberBuilder().clearAction();
      case ACTION_PROFILE_GROUP -> key.getActionProfileGroupBuilder().clearMembers().clearMaxSize();
      default -> {}
    }
    return key.build();
  }

  private static TableEntry of(TableEntry entry) {
    List<FieldMatch> matches =
        entry.getMatchList().stream()
            .map(CanonicalEntity::of)
            .sorted(Comparator.comparingInt(FieldMatch::getFieldId))
            .toList();
    TableEntry.Builder builder =
        TableEntry.newBuilder()
            .setTableId(entry.getTableId())
            .addAllMatch(matches)
            .setPriority(entry.getPriority())
            .setIsDefaultAction(entry.getIsDefaultAction())
            .setIdleTimeoutNs(entry.getIdleTimeoutNs())
            .setMetadata(entry.getMetadata())
            .setAction(entry.getAction());
    if (entry.getAction().hasAction()) {
      builder.getActionBuilder().setAction(of(entry.getAction().getAction()));
    }
    return builder.build();
  }

  private static FieldMatch of(FieldMatch match) {
    FieldMatch.Builder builder = match.toBuilder();
    switch (match.getFieldMatchTypeCase()) {
      case EXACT -> builder.getExactBuilder().setValue(shortest(match.getExact().getValue()));
      case OPTIONAL ->
          builder.getOptionalBuilder().setValue(shortest(match.getOptional().getValue()));
      case LPM -> builder.getLpmBuilder().setValue(shortest(match.getLpm().getValue()));
      case TERNARY ->
          builder
              .getTernaryBuilder()
              .setValue(shortest(match.getTernary().getValue()))
              .setMask(shortest(match.getTernary().getMask()));
      case RANGE ->
          builder
              .getRangeBuilder()
              .setLow(shortest(match.getRange().getLow()))
              .setHigh(shortest(match.getRange().getHigh()));
      case OTHER, FIELDMATCHTYPE_NOT_SET -> {}
    }
    return builder.build();
  }

  private static Action of(Action action) {
    return Action.newBuilder()
        .setActionId(action.getActionId())
        .addAllParams(
            action.getParamsList().stream()
                .map(p -> p.toBuilder().setValue(shortest(p.getValue())).build())
                .sorted(Comparator.comparingInt(Action.Param::getParamId))
                .toList())
        .build();
  }

  /** The same with the size of another group: what a switch holds may have any that suffices. */
  static Entity withSizeOf(Entity canonical, Entity other) {
    if (!canonical.hasActionProfileGroup()) {
      return canonical;
    }
    Entity.Builder sized = canonical.toBuilder();
    sized.getActionProfileGroupBuilder().setMaxSize(other.getActionProfileGroup().getMaxSize());
    return sized.build();
  }

  private static ActionProfileGroup of(ActionProfileGroup group) {
    return group.toBuilder()
        .clearMembers()
        .addAllMembers(
            group.getMembersList().stream()
                .sorted(Comparator.comparingInt(ActionProfileGroup.Member::getMemberId))
                .toList())
        .build();
  }

  private static ByteString shortest(ByteString bytes) {
    return P4Bytes.canonical(bytes);
  }
}
