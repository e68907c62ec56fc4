package io.smartt.p4.bmv2;

import java.util.List;

/** Reads actions and calls of primitives. */
final class ActionReader {
  private final Names names;
  private final ValueReader values;

  ActionReader(Names names, ValueReader values) {
    this.names = names;
    this.values = values;
  }

  ActionDefinition action(JsonCursor at) {
    List<ActionDefinition.Parameter> parameters =
        at.map(
            "runtime_data",
            parameter ->
                new ActionDefinition.Parameter(
                    parameter.text("name"), parameter.get("bitwidth").width()));
    List<PrimitiveCall> primitives = at.map("primitives", this::primitive);
    for (int i = 0; i < primitives.size(); i++) {
      for (Value value : primitives.get(i).parameters()) {
        checkLocals(value, parameters.size(), at.get("primitives").items().get(i));
      }
    }
    ActionDefinition action =
        new ActionDefinition(at.text("name"), at.integer("id"), parameters, primitives);
    Names.add(names.actions, action.id(), action, at, "action id");
    return action;
  }

  PrimitiveCall primitive(JsonCursor at) {
    return new PrimitiveCall(at.text("op"), at.map("parameters", values::read), SourceLine.of(at));
  }

  private static void checkLocals(Value value, int count, JsonCursor at) {
    switch (value) {
      case Value.Local(int index) -> {
        if (index >= count) {
          throw at.fail("parameter " + index + " of an action that has " + count);
        }
      }
      case Value.Operation operation -> {
        operation.left().ifPresent(part -> checkLocals(part, count, at));
        operation.right().ifPresent(part -> checkLocals(part, count, at));
        operation.condition().ifPresent(part -> checkLocals(part, count, at));
      }
      case Value.AccessField access -> checkLocals(access.header(), count, at);
      case Value.AccessUnionHeader access -> checkLocals(access.union(), count, at);
      case Value.RegisterCell cell -> checkLocals(cell.index(), count, at);
      case Value.Vector vector -> vector.values().forEach(part -> checkLocals(part, count, at));
      default -> {
        // Nothing else has parts.
      }
    }
  }
}
