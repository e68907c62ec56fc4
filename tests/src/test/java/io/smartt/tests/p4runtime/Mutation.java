package io.smartt.tests.p4runtime;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.smartt.p4.info.P4InfoIndex.TableInfo.MatchFieldInfo;
import java.util.Optional;
import java.util.function.Consumer;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.Entity;
import org.p4.v1.FieldMatch;
import org.p4.v1.Index;
import org.p4.v1.Replica;
import org.p4.v1.TableEntry;
import org.p4.v1.Update;

/**
 * Ways to spoil an update that was well formed, each with the code that P4Runtime gives it. A
 * mutation applies to some updates only.
 */
enum Mutation {
  UNKNOWN_TABLE(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return entry(update, entry -> entry.setTableId(0x02ffffff));
    }
  },
  UNKNOWN_ACTION(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return call(update, entry -> entry.getActionBuilder().getActionBuilder().setActionId(77));
    }
  },
  ACTION_OF_ANOTHER_TABLE(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return call(
          update,
          entry ->
              entry
                  .getActionBuilder()
                  .setAction(
                      entry.getTableId() == Everything.id("acl")
                          ? Draw.call("drop")
                          : Draw.call("acl_deny")));
    }
  },
  ACTION_OUT_OF_SCOPE(Status.Code.PERMISSION_DENIED) {
    @Override
    Optional<Update> spoil(Update update) {
      TableEntry entry = update.getEntity().getTableEntry();
      if (entry.getTableId() == Everything.id("prefixes") && entry.getIsDefaultAction()) {
        return call(update, e -> e.getActionBuilder().setAction(Draw.call("drop")));
      }
      return entry.getTableId() == Everything.id("exact_pair") && !entry.getIsDefaultAction()
          ? call(update, e -> e.getActionBuilder().setAction(Draw.call("NoAction")))
          : Optional.empty();
    }
  },
  UNKNOWN_FIELD(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return match(update, match -> match.setFieldId(99));
    }
  },
  FIELD_TWICE(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return matched(update)
          ? entry(update, entry -> entry.addMatch(entry.getMatch(0)))
          : Optional.empty();
    }
  },
  MANDATORY_FIELD_MISSING(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return matched(update) && update.getEntity().getTableEntry().getMatch(0).hasExact()
          ? entry(update, entry -> entry.removeMatch(0))
          : Optional.empty();
    }
  },
  WRONG_MATCH_KIND(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return match(
          update,
          match -> {
            if (match.hasRange()) {
              match.getExactBuilder().setValue(Draw.bytes(1));
            } else {
              match.getRangeBuilder().setLow(Draw.bytes(1)).setHigh(Draw.bytes(2));
            }
          });
    }
  },
  VALUE_TOO_WIDE(Status.Code.OUT_OF_RANGE) {
    @Override
    Optional<Update> spoil(Update update) {
      ByteString wide =
          ByteString.copyFrom(new byte[] {1}).concat(ByteString.copyFrom(new byte[20]));
      return match(update, match -> setValue(match, wide));
    }
  },
  EMPTY_VALUE(Status.Code.OUT_OF_RANGE) {
    @Override
    Optional<Update> spoil(Update update) {
      return match(update, match -> setValue(match, ByteString.EMPTY));
    }
  },
  WRITTEN_DONT_CARE(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return of(
          update,
          match -> {
            switch (match.getFieldMatchTypeCase()) {
              case LPM -> match.getLpmBuilder().setPrefixLen(0).setValue(Draw.bytes(0));
              case TERNARY ->
                  match.getTernaryBuilder().setValue(Draw.bytes(0)).setMask(Draw.bytes(0));
              case RANGE ->
                  match.getRangeBuilder().setLow(Draw.bytes(0)).setHigh(Draw.bytes(0xffff));
              default -> throw new IllegalArgumentException(match.toString());
            }
          });
    }
  },
  BITS_OUTSIDE_THE_MASK(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return of(
          update,
          match -> {
            switch (match.getFieldMatchTypeCase()) {
              case LPM -> match.getLpmBuilder().setPrefixLen(8).setValue(Draw.bytes(0x0a000001));
              case TERNARY ->
                  match.getTernaryBuilder().setValue(Draw.bytes(3)).setMask(Draw.bytes(1));
              case RANGE -> match.getRangeBuilder().setLow(Draw.bytes(9)).setHigh(Draw.bytes(8));
              default -> throw new IllegalArgumentException(match.toString());
            }
          });
    }
  },
  WRONG_PRIORITY(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      // Missing where it is needed, given where it is not.
      return entry(update, entry -> entry.setPriority(entry.getPriority() == 0 ? 5 : 0));
    }
  },
  PARAMETER_MISSING(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return withParameter(update)
          ? call(update, e -> e.getActionBuilder().getActionBuilder().removeParams(0))
          : Optional.empty();
    }
  },
  PARAMETER_SURPLUS(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return call(
          update,
          e ->
              e.getActionBuilder()
                  .getActionBuilder()
                  .addParamsBuilder()
                  .setParamId(9)
                  .setValue(Draw.bytes(1)));
    }
  },
  PARAMETER_TOO_WIDE(Status.Code.OUT_OF_RANGE) {
    @Override
    Optional<Update> spoil(Update update) {
      ByteString wide =
          ByteString.copyFrom(new byte[] {1}).concat(ByteString.copyFrom(new byte[20]));
      return withParameter(update)
          ? call(
              update,
              e -> e.getActionBuilder().getActionBuilder().getParamsBuilder(0).setValue(wide))
          : Optional.empty();
    }
  },
  INSERT_WITHOUT_ACTION(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return update.getType() == Update.Type.INSERT
          ? entry(update, TableEntry.Builder::clearAction)
          : Optional.empty();
    }
  },
  DEFAULT_ENTRY_INSERTED_OR_DELETED(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return update.getEntity().getTableEntry().getIsDefaultAction()
          ? Optional.of(
              update.toBuilder()
                  .setType(
                      update.getEntity().getTableEntry().hasAction()
                          ? Update.Type.INSERT
                          : Update.Type.DELETE)
                  .build())
          : Optional.empty();
    }
  },
  CONSTANT_DEFAULT(Status.Code.PERMISSION_DENIED) {
    @Override
    Optional<Update> spoil(Update update) {
      return update.getEntity().getTableEntry().getIsDefaultAction()
          ? defaultEntry(update, e -> e.setTableId(Everything.id("constant")))
          : Optional.empty();
    }
  },
  CONSTANT_TABLE(Status.Code.PERMISSION_DENIED) {
    @Override
    Optional<Update> spoil(Update update) {
      return update.getEntity().hasTableEntry()
          ? Optional.of(withEntry(update, Draw.initial("constant", 1).toBuilder()))
          : Optional.empty();
    }
  },
  KEYLESS_TABLE(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return update.getType() == Update.Type.INSERT
          ? entry(
              update,
              e ->
                  e.clear()
                      .setTableId(Everything.id("keyless"))
                      .getActionBuilder()
                      .setAction(Draw.call("mark", 1)))
          : Optional.empty();
    }
  },
  MARKED_CONSTANT(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return entry(update, entry -> entry.setIsConst(true));
    }
  },
  TIMEOUT_WHERE_NOTHING_AGES(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      boolean ages = update.getEntity().getTableEntry().getTableId() == Everything.id("aged");
      return ages || update.getType() == Update.Type.DELETE
          ? Optional.empty()
          : entry(update, entry -> entry.setIdleTimeoutNs(5));
    }
  },
  COUNTER_WHERE_THERE_IS_NONE(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      boolean counts = update.getEntity().getTableEntry().getTableId() == Everything.id("acl");
      return counts || update.getType() == Update.Type.DELETE
          ? Optional.empty()
          : entry(update, entry -> entry.getCounterDataBuilder().setPacketCount(1));
    }
  },
  NO_TYPE(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return Optional.of(update.toBuilder().clearType().build());
    }
  },
  NO_ENTITY(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return Optional.of(update.toBuilder().clearEntity().build());
    }
  },
  INDEX_NEGATIVE(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return index(update, -1);
    }
  },
  INDEX_TOO_LARGE(Status.Code.OUT_OF_RANGE) {
    @Override
    Optional<Update> spoil(Update update) {
      return index(update, 8);
    }
  },
  ARRAY_INSERTED(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return index(update, 0).map(u -> u.toBuilder().setType(Update.Type.INSERT).build());
    }
  },
  PEAK_BELOW_COMMITTED(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      Entity.Builder entity = update.getEntity().toBuilder();
      if (!update.getEntity().hasMeterEntry()) {
        return Optional.empty();
      }
      entity.getMeterEntryBuilder().getConfigBuilder().setCir(5).setPir(4);
      return Optional.of(update.toBuilder().setEntity(entity).build());
    }
  },
  REGISTER_OF_ANOTHER_TYPE(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      Entity.Builder entity = update.getEntity().toBuilder();
      if (!update.getEntity().hasRegisterEntry()) {
        return Optional.empty();
      }
      entity.getRegisterEntryBuilder().getDataBuilder().setBool(true);
      return Optional.of(update.toBuilder().setEntity(entity).build());
    }
  },
  REPLICA_TWICE(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      Replica replica = Replica.newBuilder().setPort(Draw.bytes(2)).setInstance(7).build();
      return group(update, replica, replica);
    }
  },
  REPLICA_WITHOUT_PORT(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return group(update, Replica.newBuilder().setInstance(1).build());
    }
  },
  ID_ZERO(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      Entity.Builder entity = update.getEntity().toBuilder();
      switch (entity.getEntityCase()) {
        case ACTION_PROFILE_MEMBER -> entity.getActionProfileMemberBuilder().setMemberId(0);
        case ACTION_PROFILE_GROUP -> entity.getActionProfileGroupBuilder().setGroupId(0);
        default -> {
          return Optional.empty();
        }
      }
      return Optional.of(update.toBuilder().setEntity(entity).build());
    }
  },
  MEMBER_OF_A_GROUP_MISSING(Status.Code.NOT_FOUND) {
    @Override
    Optional<Update> spoil(Update update) {
      return selected(update, group -> group.addMembersBuilder().setMemberId(4000).setWeight(1));
    }
  },
  WEIGHT_ZERO(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      return update.getEntity().getActionProfileGroup().getMembersCount() > 0
          ? selected(update, group -> group.getMembersBuilder(0).setWeight(0))
          : Optional.empty();
    }
  },
  REFERENCE_MISSING(Status.Code.NOT_FOUND) {
    @Override
    Optional<Update> spoil(Update update) {
      TableEntry entry = update.getEntity().getTableEntry();
      return entry.getAction().getActionProfileMemberId() != 0
          ? entry(update, e -> e.getActionBuilder().setActionProfileMemberId(4000))
          : Optional.empty();
    }
  },
  ACTION_WHERE_A_MEMBER_BELONGS(Status.Code.INVALID_ARGUMENT) {
    @Override
    Optional<Update> spoil(Update update) {
      TableEntry entry = update.getEntity().getTableEntry();
      return entry.getAction().getActionProfileMemberId() != 0
          ? entry(update, e -> e.getActionBuilder().setAction(Draw.call("drop")))
          : Optional.empty();
    }
  };

  final Status.Code code;

  Mutation(Status.Code code) {
    this.code = code;
  }

  /** The spoilt update; empty where this mutation does not apply. */
  abstract Optional<Update> spoil(Update update);

  private static Update withEntry(Update update, TableEntry.Builder entry) {
    return update.toBuilder().setEntity(Entity.newBuilder().setTableEntry(entry)).build();
  }

  /** Changes an ordinary entry. */
  private static Optional<Update> entry(Update update, Consumer<TableEntry.Builder> change) {
    Entity entity = update.getEntity();
    if (!entity.hasTableEntry() || entity.getTableEntry().getIsDefaultAction()) {
      return Optional.empty();
    }
    TableEntry.Builder entry = entity.getTableEntry().toBuilder();
    change.accept(entry);
    return Optional.of(withEntry(update, entry));
  }

  private static Optional<Update> defaultEntry(Update update, Consumer<TableEntry.Builder> change) {
    TableEntry.Builder entry = update.getEntity().getTableEntry().toBuilder();
    change.accept(entry);
    return Optional.of(withEntry(update, entry));
  }

  /** Changes an entry, default or not, that calls an action. */
  private static Optional<Update> call(Update update, Consumer<TableEntry.Builder> change) {
    return update.getEntity().getTableEntry().getAction().hasAction()
        ? defaultEntry(update, change)
        : Optional.empty();
  }

  private static boolean withParameter(Update update) {
    return update.getEntity().getTableEntry().getAction().getAction().getParamsCount() > 0;
  }

  private static boolean matched(Update update) {
    return update.getEntity().getTableEntry().getMatchCount() > 0;
  }

  /** Changes the last field of the match. */
  private static Optional<Update> match(Update update, Consumer<FieldMatch.Builder> change) {
    return matched(update)
        ? entry(update, entry -> change.accept(entry.getMatchBuilder(entry.getMatchCount() - 1)))
        : Optional.empty();
  }

  /** Changes the last field where it is one that may be left out. */
  private static Optional<Update> of(Update update, Consumer<FieldMatch.Builder> change) {
    if (!matched(update)) {
      return Optional.empty();
    }
    TableEntry entry = update.getEntity().getTableEntry();
    MatchFieldInfo.MatchKind kind =
        Everything.INFO
            .tables()
            .withId(entry.getTableId())
            .matchFields()
            .withId(entry.getMatch(entry.getMatchCount() - 1).getFieldId())
            .kind();
    return kind == MatchFieldInfo.MatchKind.LPM
            || kind == MatchFieldInfo.MatchKind.TERNARY
            || kind == MatchFieldInfo.MatchKind.RANGE
        ? match(update, change)
        : Optional.empty();
  }

  private static void setValue(FieldMatch.Builder match, ByteString value) {
    switch (match.getFieldMatchTypeCase()) {
      case EXACT -> match.getExactBuilder().setValue(value);
      case LPM -> match.getLpmBuilder().setValue(value);
      case TERNARY -> match.getTernaryBuilder().setValue(value);
      case RANGE -> match.getRangeBuilder().setLow(value);
      case OPTIONAL -> match.getOptionalBuilder().setValue(value);
      case OTHER, FIELDMATCHTYPE_NOT_SET -> throw new IllegalArgumentException(match.toString());
    }
  }

  private static Optional<Update> index(Update update, long index) {
    Entity.Builder entity = update.getEntity().toBuilder();
    Index.Builder changed = Index.newBuilder().setIndex(index);
    switch (entity.getEntityCase()) {
      case COUNTER_ENTRY -> entity.getCounterEntryBuilder().setIndex(changed);
      case METER_ENTRY -> entity.getMeterEntryBuilder().setIndex(changed);
      case REGISTER_ENTRY -> entity.getRegisterEntryBuilder().setIndex(changed);
      default -> {
        return Optional.empty();
      }
    }
    return Optional.of(update.toBuilder().setEntity(entity).build());
  }

  /** Gives a multicast group these replicas. */
  private static Optional<Update> group(Update update, Replica... replicas) {
    Entity.Builder entity = update.getEntity().toBuilder();
    if (update.getType() == Update.Type.DELETE
        || !entity.getPacketReplicationEngineEntry().hasMulticastGroupEntry()) {
      return Optional.empty();
    }
    var group = entity.getPacketReplicationEngineEntryBuilder().getMulticastGroupEntryBuilder();
    group.clearReplicas().addAllReplicas(java.util.List.of(replicas));
    return Optional.of(update.toBuilder().setEntity(entity).build());
  }

  private static Optional<Update> selected(
      Update update, Consumer<ActionProfileGroup.Builder> change) {
    if (!update.getEntity().hasActionProfileGroup() || update.getType() == Update.Type.DELETE) {
      return Optional.empty();
    }
    ActionProfileGroup.Builder group = update.getEntity().getActionProfileGroup().toBuilder();
    change.accept(group);
    return Optional.of(
        update.toBuilder().setEntity(Entity.newBuilder().setActionProfileGroup(group)).build());
  }
}
