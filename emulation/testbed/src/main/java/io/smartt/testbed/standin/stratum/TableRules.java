package io.smartt.testbed.standin.stratum;

import module java.base;

import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import io.smartt.p4.info.P4Bytes;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.ActionInfo.ParamInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo.MatchFieldInfo;
import org.p4.v1.Action;
import org.p4.v1.FieldMatch;
import org.p4.v1.TableAction;
import org.p4.v1.TableEntry;

/**
 * The rules of Stratum for an entry (bfrt_table_manager.cc), and for how it shows it afterwards:
 * without metadata, idle timeout and don't-care fields.
 */
record TableRules(P4InfoIndex info) {
  private static final String MANAGER = "bfrt_table_manager.cc:";

  /** bfrt_constants.h:52. */
  private static final int MOST_PRIORITY = (1 << 24) - 1;

  TableInfo table(int id) {
    return info.tables()
        .find(id)
        .orElseThrow(
            () -> new StratumError(Code.INVALID_ARGUMENT, "P4Info has no table with ID " + id));
  }

  /** The key of an entry alone (BuildTableKey, :143). */
  TableEntry key(TableEntry entry) {
    TableInfo table = table(entry.getTableId());
    TableEntry.Builder key = TableEntry.newBuilder().setTableId(table.id());
    if (entry.getIsDefaultAction()) {
      return key.setIsDefaultAction(true).build();
    }
    for (FieldMatch match : entry.getMatchList()) {
      if (table.matchFields().find(match.getFieldId()).isEmpty()) {
        throw new StratumError(
            Code.INVALID_ARGUMENT, table.name() + " has no match field " + match.getFieldId());
      }
    }
    boolean ranked = false;
    for (MatchFieldInfo field : table.matchFields()) {
      ranked |=
          field.kind() == MatchFieldInfo.MatchKind.TERNARY
              || field.kind() == MatchFieldInfo.MatchKind.RANGE;
      Optional<FieldMatch> given =
          entry.getMatchList().stream()
              .filter(match -> match.getFieldId() == field.id())
              .findFirst();
      if (given.isPresent()) {
        key.addMatch(match(field, given.get()));
      } else if (field.kind() == MatchFieldInfo.MatchKind.EXACT) {
        // :231: zero values implement a don't care match, so that 0 is matched.
        key.addMatchBuilder().setFieldId(field.id()).getExactBuilder().setValue(P4Bytes.encode(0));
      }
    }
    if (!ranked && entry.getPriority() != 0) {
      throw new StratumError(Code.INVALID_ARGUMENT, "Non-zero priority for exact/LPM match.");
    }
    if (ranked && entry.getPriority() == 0) {
      throw new StratumError(
          Code.INVALID_ARGUMENT, "Zero priority for ternary/range/optional match.");
    }
    check(entry.getPriority() <= MOST_PRIORITY, "utils.cc:54", "priority <= kMaxPriority", "");
    return key.setPriority(entry.getPriority()).build();
  }

  private static FieldMatch match(MatchFieldInfo field, FieldMatch match) {
    FieldMatch.Builder shown = match.toBuilder();
    switch (match.getFieldMatchTypeCase()) {
      case EXACT -> {
        fits(field, MatchFieldInfo.MatchKind.EXACT, 167);
        shown.getExactBuilder().setValue(value(field, match.getExact().getValue()));
      }
      case TERNARY -> {
        fits(field, MatchFieldInfo.MatchKind.TERNARY, 179);
        cares(match.getTernary().getMask().isEmpty() || !isZero(match.getTernary().getMask()), 183);
        shown
            .getTernaryBuilder()
            .setValue(value(field, match.getTernary().getValue()))
            .setMask(value(field, match.getTernary().getMask()));
      }
      case LPM -> {
        fits(field, MatchFieldInfo.MatchKind.LPM, 191);
        cares(match.getLpm().getPrefixLen() != 0, 195);
        shown.getLpmBuilder().setValue(value(field, match.getLpm().getValue()));
      }
      case RANGE -> {
        fits(field, MatchFieldInfo.MatchKind.RANGE, 203);
        ByteString low = value(field, match.getRange().getLow());
        ByteString high = value(field, match.getRange().getHigh());
        BigInteger most = BigInteger.ONE.shiftLeft(field.width()).subtract(BigInteger.ONE);
        cares(!isZero(low) || !high.equals(P4Bytes.encode(most)), 207);
        shown.getRangeBuilder().setLow(low).setHigh(high);
      }
      case OPTIONAL, OTHER, FIELDMATCHTYPE_NOT_SET ->
          throw new StratumError(
              Code.INVALID_ARGUMENT, "Invalid or unsupported match key: " + field.name());
    }
    return shown.build();
  }

  private static void fits(MatchFieldInfo field, MatchFieldInfo.MatchKind kind, int line) {
    check(
        field.kind() == kind,
        MANAGER + line,
        "expected_match_field.match_type() == ::p4::config::v1::MatchField::" + kind,
        "Found match field of type " + kind + " does not fit match field " + field.name() + ".");
  }

  private static void cares(boolean cares, int line) {
    check(cares, MANAGER + line, "!IsDontCareMatch(mk)", "Don't care match must be omitted.");
  }

  private static boolean isZero(ByteString bytes) {
    return new BigInteger(1, bytes.toByteArray()).signum() == 0;
  }

  private static ByteString value(MatchFieldInfo field, ByteString bytes) {
    return value(field.name(), field.width(), bytes);
  }

  private static ByteString value(String name, int width, ByteString bytes) {
    try {
      return P4Bytes.encode(P4Bytes.decode(bytes, width));
    } catch (P4Bytes.OutOfRangeException e) {
      throw new StratumError(Code.INVALID_ARGUMENT, name + ": " + e.getMessage());
    }
  }

  /** The whole entry as it is shown (BuildTableData, :275; BuildP4TableEntry, :390). */
  TableEntry entry(TableEntry entry) {
    TableInfo table = table(entry.getTableId());
    TableEntry.Builder shown = key(entry).toBuilder();
    TableAction action = entry.getAction();
    switch (action.getTypeCase()) {
      case ACTION -> {
        if (table.implementation().isPresent() && !entry.getIsDefaultAction()) {
          throw StratumError.sde(
              Code.INVALID_ARGUMENT,
              "table->dataAllocate(action_id, &table_data_)",
              table.name() + " takes members and groups");
        }
        if (table.actionRefs().find(action.getAction().getActionId()).isEmpty()) {
          throw StratumError.sde(
              Code.INVALID_ARGUMENT,
              "table->dataAllocate(action_id, &table_data_)",
              table.name() + " has no action " + action.getAction().getActionId());
        }
        shown.getActionBuilder().setAction(call(action.getAction()));
      }
      case ACTION_PROFILE_MEMBER_ID, ACTION_PROFILE_GROUP_ID -> shown.setAction(action);
      case ACTION_PROFILE_ACTION_SET, TYPE_NOT_SET ->
          throw new StratumError(
              Code.UNIMPLEMENTED, "Unsupported action type: " + action.getTypeCase().getNumber());
    }
    if (entry.hasMeterConfig()) {
      throw new StratumError(
          Code.UNIMPLEMENTED, "Meter configs on TableEntries are not supported.");
    }
    return shown.build();
  }

  /** An action with its arguments in order. */
  Action call(Action action) {
    P4InfoIndex.ActionInfo declared =
        info.actions()
            .find(action.getActionId())
            .orElseThrow(() ->
                new StratumError(
                    Code.INVALID_ARGUMENT, "P4Info has no action with ID " + action.getActionId()));
    Action.Builder shown = Action.newBuilder().setActionId(declared.id());
    for (Action.Param param : action.getParamsList()) {
      if (declared.params().find(param.getParamId()).isEmpty()) {
        throw StratumError.sde(
            Code.INVALID_ARGUMENT,
            "table_data_->setValue(field_id, ...)",
            declared.name() + " has no parameter " + param.getParamId());
      }
    }
    for (ParamInfo param : declared.params()) {
      ByteString value =
          action.getParamsList().stream()
              .filter(given -> given.getParamId() == param.id())
              .map(Action.Param::getValue)
              .findFirst()
              .orElseGet(() -> P4Bytes.encode(0));
      shown
          .addParamsBuilder()
          .setParamId(param.id())
          .setValue(value(param.name(), param.width(), value));
    }
    return shown.build();
  }

  private static void check(boolean holds, String line, String condition, String more) {
    StratumError.check(holds, line, condition, more);
  }
}
