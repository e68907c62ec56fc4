package io.smartt.experiment.report;

import module java.base;

import com.fasterxml.jackson.core.JsonGenerator;

/** Cells as fields of a JSON object; keys with a dot are in an object of their own. */
final class JsonFields {
  private static final double PS_PER_US = 1e6;
  private static final double PS_PER_NS = 1e3;

  private final JsonGenerator json;
  private final boolean exact;
  private String open = "";

  /**
   * @param exact with all decimals of times, and null for what is not known
   */
  JsonFields(JsonGenerator json, boolean exact) {
    this.json = json;
    this.exact = exact;
  }

  /** Writes a field; of what is not known a null, but no text, and nothing in an object's own. */
  void put(String key, Table.Type type, Optional<Object> value) throws IOException {
    boolean inner = key.indexOf('.') >= 0;
    if (value.isEmpty()) {
      if (exact && !inner && type != Table.Type.TEXT) {
        name(key);
        json.writeNull();
      }
      return;
    }
    name(key);
    switch (value.get()) {
      case Distribution all -> {
        json.writeStartObject();
        for (Map.Entry<String, ToDoubleFunction<Distribution>> one :
            Distribution.QUANTILES.entrySet()) {
          json.writeFieldName(one.getKey());
          json.writeNumber(DecimalText.plain(one.getValue().applyAsDouble(all)));
        }
        json.writeEndObject();
      }
      case Double number -> json.writeNumber(DecimalText.plain(number));
      case Number ps when type == Table.Type.US -> json.writeNumber(us(ps.longValue()));
      case Number whole -> json.writeNumber(whole.longValue());
      default -> json.writeString(value.get().toString());
    }
  }

  private String us(long ps) {
    return DecimalText.plain((exact ? ps : Math.rint(ps / PS_PER_NS) * PS_PER_NS) / PS_PER_US);
  }

  /** Ends an object that is open. */
  void end() throws IOException {
    object("");
  }

  private void name(String key) throws IOException {
    int dot = key.indexOf('.');
    object(key.substring(0, Math.max(0, dot)));
    json.writeFieldName(key.substring(dot + 1));
  }

  private void object(String of) throws IOException {
    if (!of.equals(open)) {
      if (!open.isEmpty()) {
        json.writeEndObject();
      }
      if (!of.isEmpty()) {
        json.writeObjectFieldStart(of);
      }
      open = of;
    }
  }
}
