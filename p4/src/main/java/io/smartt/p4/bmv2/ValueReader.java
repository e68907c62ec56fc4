package io.smartt.p4.bmv2;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config.HeaderUnionType;
import io.smartt.p4.bmv2.Bmv2Reader.Names;

/** Reads type value objects and checks what they refer to. */
record ValueReader(Names names) {
  private static final Set<String> BINARY =
      Set.of(
          ("* / % << >> == != > >= < <= and or & | ^ two_comp_mod usat_cast sat_cast"
                  + " dereference_header_stack dereference_stack dereference_union_stack")
              .split(" ", -1));
  private static final Set<String> UNARY =
      Set.of("not", "~", "valid", "valid_union", "d2b", "b2d", "last_stack_index", "size_stack");

  /** Reads any value. */
  Value read(JsonCursor at) {
    String type = at.text("type");
    JsonCursor value = at.get("value");
    return switch (type) {
      case "field" -> field(value);
      case "hexstr" -> new Value.Constant(value.hex());
      case "bool" -> new Value.Bool(value.bool());
      case "header" -> {
        names.headerTypeOf(value.text(), value);
        yield new Value.Header(value.text());
      }
      case "header_stack" ->
          new Value.Stack(Names.find(names.stacks, value.text(), value, "header stack").name());
      case "header_union" ->
          new Value.Union(Names.find(names.unions, value.text(), value, "header union").name());
      case "header_union_stack" ->
          new Value.UnionStack(
              Names.find(names.unionStacks, value.text(), value, "header union stack").name());
      case "stack_field" -> stackField(value);
      case "union_stack_field" -> unionStackField(value);
      case "lookahead" -> {
        List<JsonCursor> pair = value.items(2);
        yield new Value.Lookahead(
            pair.get(0).between(0, JsonCursor.MAX_WIDTH), pair.get(1).width());
      }
      case "register" -> {
        List<JsonCursor> pair = value.items(2);
        yield new Value.RegisterCell(
            object(Value.ObjectKind.REGISTER_ARRAY, pair.get(0)), read(pair.get(1)));
      }
      case "local", "runtime_data" -> new Value.Local(value.atLeast(0));
      case "expression" -> value.find("op").isPresent() ? operation(value) : read(value);
      case "calculation" -> named(Value.ObjectKind.CALCULATION, value);
      case "meter_array" -> named(Value.ObjectKind.METER_ARRAY, value);
      case "counter_array" -> named(Value.ObjectKind.COUNTER_ARRAY, value);
      case "register_array" -> named(Value.ObjectKind.REGISTER_ARRAY, value);
      case "extern" -> named(Value.ObjectKind.EXTERN, value);
      case "string" -> new Value.Text(value.text());
      // p4c writes an empty vector as an empty object.
      case "parameters_vector", "field_list" ->
          new Value.Vector(value.itemsOrNothing().stream().map(this::read).toList());
      default -> throw at.get("type").fail("unknown type \"" + type + "\"");
    };
  }

  /** A pair of header and field. */
  Value.Field field(JsonCursor pair) {
    List<JsonCursor> items = pair.items(2);
    Bmv2Config.HeaderType type = names.headerTypeOf(items.get(0).text(), items.get(0));
    Names.fieldIndex(type, items.get(1).text(), items.get(1));
    return new Value.Field(items.get(0).text(), items.get(1).text());
  }

  private Value stackField(JsonCursor pair) {
    List<JsonCursor> items = pair.items(2);
    Bmv2Config.HeaderStack stack =
        Names.find(names.stacks, items.get(0).text(), items.get(0), "header stack");
    Names.fieldIndex(stack.type(), items.get(1).text(), items.get(1));
    return new Value.StackField(stack.name(), items.get(1).text());
  }

  private Value unionStackField(JsonCursor triple) {
    List<JsonCursor> items = triple.items(3);
    HeaderUnionType.HeaderUnionStack stack =
        Names.find(names.unionStacks, items.get(0).text(), items.get(0), "header union stack");
    HeaderUnionType.Member member = member(stack.type(), items.get(1));
    Names.fieldIndex(member.type(), items.get(2).text(), items.get(2));
    return new Value.UnionStackField(stack.name(), member.name(), items.get(2).text());
  }

  /** The member of a union type that a place names. */
  static HeaderUnionType.Member member(HeaderUnionType type, JsonCursor at) {
    int index = type.indexOf(at.text());
    if (index < 0) {
      throw at.fail("header union type " + type.name() + " has no member " + at.text());
    }
    return type.members().get(index);
  }

  private Value named(Value.ObjectKind kind, JsonCursor at) {
    return new Value.NamedObject(kind, object(kind, at));
  }

  /** The name of an object that must be there. */
  String object(Value.ObjectKind kind, JsonCursor at) {
    String name = at.text();
    if (!names.objects.getOrDefault(kind, Set.of()).contains(name)) {
      throw at.fail("there is no " + kind.name().toLowerCase(Locale.ROOT) + " named " + name);
    }
    return name;
  }

  private Value operation(JsonCursor at) {
    String op = at.text("op");
    return switch (op) {
      case "access_field" ->
          new Value.AccessField(read(at.get("left")), at.get("right").atLeast(0));
      case "access_union_header" ->
          new Value.AccessUnionHeader(read(at.get("left")), at.get("right").atLeast(0));
      case "?" ->
          new Value.Operation(
              op,
              Optional.of(read(at.get("left"))),
              Optional.of(read(at.get("right"))),
              Optional.of(read(at.get("cond"))));
      case "+", "-" -> operation(at, op, at.find("left").map(this::read));
      default -> {
        if (BINARY.contains(op)) {
          yield operation(at, op, Optional.of(read(at.get("left"))));
        }
        if (UNARY.contains(op)) {
          yield operation(at, op, Optional.empty());
        }
        throw at.get("op").fail("unknown operator \"" + op + "\"");
      }
    };
  }

  private Value operation(JsonCursor at, String op, Optional<Value> left) {
    return new Value.Operation(op, left, Optional.of(read(at.get("right"))), Optional.empty());
  }
}
