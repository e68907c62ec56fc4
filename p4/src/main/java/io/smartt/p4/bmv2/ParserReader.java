package io.smartt.p4.bmv2;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config.ActionDefinition;
import io.smartt.p4.bmv2.Bmv2Config.HeaderType;
import io.smartt.p4.bmv2.Bmv2Config.HeaderUnionType;
import io.smartt.p4.bmv2.Bmv2Reader.Names;

/** Reads parsers. */
record ParserReader(Names names, ValueReader values, ActionReader actions) {
  ParseState.ParserDefinition parser(JsonCursor at) {
    Map<String, Boolean> stateNames = new HashMap<>();
    for (JsonCursor state : at.list("parse_states")) {
      Names.add(stateNames, state.text("name"), true, state, "parse state");
    }
    List<ParseState> states = new ArrayList<>();
    for (JsonCursor state : at.list("parse_states")) {
      states.add(state(state, stateNames));
    }
    JsonCursor init = at.get("init_state");
    Names.find(stateNames, init.text(), init, "parse state");
    return new ParseState.ParserDefinition(at.text("name"), init.text(), states);
  }

  private ParseState state(JsonCursor at, Map<String, Boolean> stateNames) {
    List<Value> key = new ArrayList<>();
    int keyBytes = 0;
    for (JsonCursor part : at.list("transition_key")) {
      Value value = values.read(part);
      key.add(value);
      keyBytes += (keyWidth(value, part) + 7) / 8;
    }
    List<ParseState.Transition> transitions = new ArrayList<>();
    for (JsonCursor transition : at.list("transitions")) {
      transitions.add(transition(transition, keyBytes * 8, stateNames));
    }
    return new ParseState(at.text("name"), at.map("parser_ops", this::operation), key, transitions);
  }

  private int keyWidth(Value value, JsonCursor at) {
    HeaderType type;
    String field;
    switch (value) {
      case Value.Lookahead lookahead -> {
        return lookahead.width();
      }
      case Value.Field(String header, String name) -> {
        type = names.headerTypeOf(header, at);
        field = name;
      }
      case Value.StackField(String stack, String name) -> {
        type = Names.find(names.stacks, stack, at, "header stack").type();
        field = name;
      }
      case Value.UnionStackField(String stack, String member, String name) -> {
        HeaderUnionType union =
            Names.find(names.unionStacks, stack, at, "header union stack").type();
        type = union.members().get(union.indexOf(member)).type();
        field = name;
      }
      default ->
          throw at.get("type")
              .fail(
                  "a transition key is a field, stack_field, union_stack_field or lookahead, not "
                      + at.text("type"));
    }
    if (field.equals(HeaderType.VALID)) {
      return 1;
    }
    int width = type.fields().get(type.indexOf(field)).width();
    if (width < 0) {
      throw at.fail("a field of variable length cannot be in a transition key");
    }
    return width;
  }

  private ParseState.Transition transition(
      JsonCursor at, int keyWidth, Map<String, Boolean> stateNames) {
    Optional<String> next = at.find("next_state").map(JsonCursor::text);
    if (next.isPresent()) {
      Names.find(stateNames, next.get(), at.get("next_state"), "parse state");
    }
    String type = at.find("type").map(JsonCursor::text).orElse("hexstr");
    if (type.equals("hexstr")
        && at.find("value").filter(v -> v.node().asText().equals("default")).isPresent()) {
      type = "default";
    }
    Optional<JsonCursor> mask = at.find("mask");
    return switch (type) {
      case "default" -> new ParseState.Transition.Default(next);
      case "hexstr" ->
          new ParseState.Transition.Match(
              at.get("value").hex(keyWidth), mask.map(m -> m.hex(keyWidth)), next);
      case "parse_vset" -> {
        JsonCursor value = at.get("value");
        if (!names.valueSets.contains(value.text())) {
          throw value.fail("there is no parser value set " + value.text());
        }
        Optional<BigInteger> bits = mask.map(m -> m.hex(keyWidth));
        yield new ParseState.Transition.InValueSet(value.text(), bits, next);
      }
      default ->
          throw at.get("type").fail("a transition is default, hexstr or parse_vset, not " + type);
    };
  }

  private ParseState.ParserOp operation(JsonCursor at) {
    JsonCursor parameters = at.get("parameters");
    String op = at.text("op");
    return switch (op) {
      case "extract" -> new ParseState.ParserOp.Extract(target(parameters.items(1).get(0), false));
      case "extract_VL" -> {
        List<JsonCursor> pair = parameters.items(2);
        yield new ParseState.ParserOp.ExtractVarbit(
            target(pair.get(0), true), values.read(pair.get(1)));
      }
      case "set" -> {
        List<JsonCursor> pair = parameters.items(2);
        if (!(values.read(pair.get(0)) instanceof Value.Field target)) {
          throw pair.get(0).fail("set needs a field to set");
        }
        yield new ParseState.ParserOp.Set(target, values.read(pair.get(1)));
      }
      case "verify" -> {
        List<JsonCursor> pair = parameters.items(2);
        Value error =
            pair.get(1).node().isIntegralNumber()
                ? new Value.Constant(BigInteger.valueOf(pair.get(1).integer()))
                : values.read(pair.get(1));
        yield new ParseState.ParserOp.Verify(values.read(pair.get(0)), error);
      }
      case "shift" ->
          new ParseState.ParserOp.Advance(
              new Value.Constant(BigInteger.valueOf(8L * parameters.items(1).get(0).atLeast(0))));
      case "advance" -> new ParseState.ParserOp.Advance(values.read(parameters.items(1).get(0)));
      case "primitive" ->
          new ParseState.ParserOp.Primitive(actions.primitive(parameters.items(1).get(0)));
      default ->
          throw at.get("op")
              .fail(
                  "unknown parser operation \""
                      + op
                      + "\"; known are extract, extract_VL, set, verify, shift, advance and"
                      + " primitive");
    };
  }

  private ParseState.ParserOp.Target target(JsonCursor at, boolean lengthGiven) {
    JsonCursor value = at.get("value");
    HeaderType type;
    ParseState.ParserOp.Target target;
    switch (at.text("type")) {
      case "regular" -> {
        type = names.headerTypeOf(value.text(), value);
        target = new ParseState.ParserOp.Target.Regular(value.text());
      }
      case "stack" -> {
        type = Names.find(names.stacks, value.text(), value, "header stack").type();
        target = new ParseState.ParserOp.Target.NextOfStack(value.text());
      }
      case "union_stack" -> {
        List<JsonCursor> pair = value.items(2);
        HeaderUnionType.HeaderUnionStack stack =
            Names.find(names.unionStacks, pair.get(0).text(), value, "header union stack");
        HeaderUnionType.Member member = ValueReader.member(stack.type(), pair.get(1));
        type = member.type();
        target = new ParseState.ParserOp.Target.NextOfUnionStack(stack.name(), member.name());
      }
      default ->
          throw at.get("type")
              .fail("an extract is regular, stack or union_stack, not " + at.text("type"));
    }
    if (!lengthGiven && type.isVariable() && type.lengthExpression().isEmpty()) {
      throw at.fail(
          "extract of header type " + type.name() + ", which has a varbit field and no length");
    }
    if (lengthGiven && !type.isVariable()) {
      throw at.fail("extract_VL of header type " + type.name() + ", which has no varbit field");
    }
    return target;
  }

  /** Reads actions and calls of primitives. */
  record ActionReader(Names names, ValueReader values) {
    ActionDefinition action(JsonCursor at) {
      List<ActionDefinition.Parameter> parameters =
          at.map(
              "runtime_data",
              parameter ->
                  new ActionDefinition.Parameter(
                      parameter.text("name"), parameter.get("bitwidth").width()));
      List<ActionDefinition.PrimitiveCall> primitives = at.map("primitives", this::primitive);
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

    ActionDefinition.PrimitiveCall primitive(JsonCursor at) {
      return new ActionDefinition.PrimitiveCall(
          at.text("op"), at.map("parameters", values::read), Bmv2Config.SourceLine.of(at));
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
}
