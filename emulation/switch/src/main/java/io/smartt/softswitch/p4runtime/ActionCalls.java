package io.smartt.softswitch.p4runtime;

import module java.base;

import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.ActionInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo.ActionRefInfo;
import io.smartt.p4.info.P4Objects;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.TableEntry.EntryTarget.ActionCall;
import org.p4.v1.Action;

/** Actions with their arguments: from messages to calls and back (P4Runtime section 9.1.2). */
final class ActionCalls {
  /** The places where an action may stand. */
  enum Use {
    ENTRY,
    DEFAULT
  }

  private ActionCalls() {}

  /**
   * An action of a table.
   *
   * @param owner for messages, such as {@code table 'ingress.ipv4_lpm'}
   * @param offered the actions of the table
   */
  static ActionCall decode(
      String owner, P4Objects<ActionRefInfo> offered, Action message, Use use, P4InfoIndex info) {
    ActionRefInfo ref =
        offered
            .find(message.getActionId())
            .orElseThrow(() -> notOffered(owner, offered, message.getActionId(), info));
    return new ActionCall(
        requireAllowed(owner, ref, use).name(),
        arguments(owner, ref.action(), message.getParamsList()));
  }

  /** The same for a call that is no message; the pipeline checks its arguments. */
  static ActionCall check(
      String owner, P4Objects<ActionRefInfo> offered, ActionCall call, Use use, P4InfoIndex info) {
    ActionRefInfo ref =
        offered
            .find(call.action())
            .orElseThrow(
                () -> notOffered(owner, offered, info.actions().named(call.action()).id(), info));
    requireAllowed(owner, ref, use);
    return call;
  }

  private static ActionRefInfo requireAllowed(String owner, ActionRefInfo ref, Use use) {
    boolean allowed = use == Use.ENTRY ? ref.allowedInEntry() : ref.allowedAsDefault();
    if (!allowed) {
      throw Refusal.denied(
          "%s: action '%s' may only be used %s"
              .formatted(owner, ref.name(), use == Use.ENTRY ? "as default action" : "in entries"));
    }
    return ref;
  }

  static Action encode(ActionCall call, P4InfoIndex info) {
    ActionInfo action = info.actions().named(call.action());
    Action.Builder message = Action.newBuilder().setActionId(action.id());
    for (int i = 0; i < call.arguments().size(); i++) {
      message
          .addParamsBuilder()
          .setParamId(action.params().all().get(i).id())
          .setValue(Values.bytes(call.arguments().get(i)));
    }
    return message.build();
  }

  private static List<Bits> arguments(
      String owner, ActionInfo action, List<Action.Param> messages) {
    String place = owner + ": action '" + action.name() + "'";
    Map<Integer, Action.Param> byId = new HashMap<>();
    for (Action.Param param : messages) {
      if (action.params().find(param.getParamId()).isEmpty()) {
        throw Refusal.invalid(
            "%s has no parameter %s; it has %s"
                .formatted(
                    place,
                    Integer.toUnsignedString(param.getParamId()),
                    Lookup.listed(action.params())));
      }
      if (byId.put(param.getParamId(), param) != null) {
        throw Refusal.invalid(
            "%s: parameter '%s' is given twice"
                .formatted(place, action.params().withId(param.getParamId()).name()));
      }
    }
    List<Bits> arguments = new ArrayList<>(action.params().size());
    for (ActionInfo.ParamInfo param : action.params()) {
      Action.Param given =
          Optional.ofNullable(byId.get(param.id()))
              .orElseThrow(() ->
                  Refusal.invalid("%s: parameter '%s' is missing".formatted(place, param.name())));
      arguments.add(
          Values.unsigned(
              new Place(place, "parameter", param.name()), given.getValue(), param.width()));
    }
    return arguments;
  }

  private static Refusal notOffered(
      String owner, P4Objects<ActionRefInfo> offered, int id, P4InfoIndex info) {
    String named =
        info.actions().find(id).map(action -> "'" + action.name() + "'").orElse(Values.id(id));
    return Refusal.invalid(
        "%s: action %s is none of its actions; accepted are %s"
            .formatted(owner, named, Lookup.listed(offered)));
  }
}
