package io.smartt.p4.bmv2;

import io.smartt.p4.bmv2.Bmv2Config.Calculation;

/** Reads calculations and checksums. */
final class CalculationReader {
  private final Names names;
  private final ValueReader values;

  CalculationReader(Names names, ValueReader values) {
    this.names = names;
    this.values = values;
  }

  Calculation calculation(JsonCursor at) {
    return new Calculation(
        at.text("name"), at.integer("id"), at.text("algo"), at.map("input", this::input));
  }

  Calculation.Input input(JsonCursor at) {
    String type = at.text("type");
    return switch (type) {
      case "field" -> new Calculation.Input.Field(values.field(at.get("value")));
      case "hexstr" -> {
        int width = at.get("bitwidth").width();
        yield new Calculation.Input.Constant(at.get("value").hex(width), width);
      }
      case "header" -> {
        JsonCursor value = at.get("value");
        yield new Calculation.Input.Header(
            Names.find(names.headers, value.text(), value, "header").name());
      }
      case "payload" -> new Calculation.Input.Payload();
      default ->
          throw at.get("type").fail("an input is field, hexstr, header or payload, not " + type);
    };
  }

  Bmv2Config.Checksum checksum(JsonCursor at) {
    String type = at.text("type");
    if (!type.equals("generic")) {
      throw at.get("type").fail("a checksum is generic, not \"" + type + "\"");
    }
    JsonCursor calculation = at.get("calculation");
    return new Bmv2Config.Checksum(
        at.text("name"),
        at.integer("id"),
        values.field(at.get("target")),
        values.object(Value.ObjectKind.CALCULATION, calculation),
        at.bool("verify", true),
        at.bool("update", true),
        at.find("if_cond").map(values::read));
  }
}
