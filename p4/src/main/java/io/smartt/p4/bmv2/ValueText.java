package io.smartt.p4.bmv2;

import module java.base;

/** Values and calls as P4 would say them, for people to read. */
public final class ValueText {
  private ValueText() {}

  /**
   * A value.
   *
   * @param parameters names of the action's parameters
   */
  public static String of(Value value, List<String> parameters) {
    return switch (value) {
      case Value.Field(var header, var field) ->
          field.equals(Bmv2Config.HeaderType.VALID) ? header + ".isValid()" : header + "." + field;
      case Value.Constant(var number) ->
          number.abs().bitLength() <= 7 ? number.toString() : "0x" + number.toString(16);
      case Value.Bool(var bool) -> Boolean.toString(bool);
      case Value.Header(var name) -> name;
      case Value.Stack(var name) -> name;
      case Value.Union(var name) -> name;
      case Value.UnionStack(var name) -> name;
      case Value.StackField(var stack, var field) -> stack + ".last." + field;
      case Value.UnionStackField(var stack, var member, var field) ->
          stack + ".last." + member + "." + field;
      case Value.Lookahead(var offset, var width) -> "lookahead[" + offset + " +: " + width + "]";
      case Value.RegisterCell(var register, var index) ->
          register + "[" + of(index, parameters) + "]";
      case Value.Local(var index) ->
          index < parameters.size() ? parameters.get(index) : "parameter " + index;
      case Value.Operation operation -> operation(operation, parameters);
      case Value.AccessField(var header, var index) -> of(header, parameters) + ".#" + index;
      case Value.AccessUnionHeader(var union, var index) -> of(union, parameters) + ".#" + index;
      case Value.NamedObject(var _, var name) -> name;
      case Value.Text(var text) -> '"' + text + '"';
      case Value.Vector(var values) ->
          values.stream().map(v -> of(v, parameters)).collect(Collectors.joining(", ", "{", "}"));
    };
  }

  public static String of(Bmv2Config.ActionDefinition.PrimitiveCall call, List<String> parameters) {
    List<String> texts = call.parameters().stream().map(value -> of(value, parameters)).toList();
    return switch (call.op()) {
      case "assign", "modify_field", "assign_header", "assign_VL" ->
          texts.size() == 2 ? texts.get(0) + " = " + texts.get(1) : plain(call.op(), texts);
      case "add_header" -> String.join(", ", texts) + ".setValid()";
      case "remove_header" -> String.join(", ", texts) + ".setInvalid()";
      default -> plain(call.op(), texts);
    };
  }

  private static String plain(String op, List<String> arguments) {
    return op + "(" + String.join(", ", arguments) + ")";
  }

  private static String operation(Value.Operation operation, List<String> parameters) {
    Optional<String> left = operation.left().map(value -> operand(value, parameters));
    String right = operation.right().map(value -> operand(value, parameters)).orElse("");
    return switch (operation.op()) {
      case "d2b", "b2d" -> operation.right().map(value -> of(value, parameters)).orElse("");
      case "?" ->
          "%s ? %s : %s"
              .formatted(
                  operation.condition().map(value -> operand(value, parameters)).orElse(""),
                  left.orElse(""),
                  right);
      case "valid", "valid_union" -> right + ".isValid()";
      case "not" -> "!" + right;
      default ->
          left.map(text -> text + " " + word(operation.op()) + " " + right)
              .orElseGet(() -> word(operation.op()) + right);
    };
  }

  private static String word(String op) {
    return switch (op) {
      case "and" -> "&&";
      case "or" -> "||";
      default -> op;
    };
  }

  private static String operand(Value value, List<String> parameters) {
    String text = of(value, parameters);
    boolean compound =
        value instanceof Value.Operation operation
            && !operation.op().startsWith("valid")
            && text.contains(" ");
    return compound ? "(" + text + ")" : text;
  }
}
