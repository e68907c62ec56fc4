package io.smartt.emulation.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Cells as fields of a JSON object; keys with a dot are in an object of their own. */
final class JsonFields implements Table.Cells {
  private static final double PS_PER_US = 1e6;
  private static final double PS_PER_NS = 1e3;

  private final JsonGenerator json;
  private final boolean exact;
  private String open = "";
  private String key = "";

  /**
   * @param exact with all decimals of times, and null for what is not known
   */
  JsonFields(JsonGenerator json, boolean exact) {
    this.json = json;
    this.exact = exact;
  }

  /** Names the next field. */
  JsonFields at(String next) {
    key = next;
    return this;
  }

  @Override
  public JsonFields field(String value) throws IOException {
    name().writeString(value);
    return this;
  }

  @Override
  public JsonFields field(long value) throws IOException {
    name().writeNumber(value);
    return this;
  }

  @Override
  public JsonFields field(double value) throws IOException {
    name().writeNumber(DecimalText.plain(value));
    return this;
  }

  @Override
  public JsonFields field(double value, int decimals) throws IOException {
    return field(value);
  }

  @Override
  public JsonFields fieldUs(long ps) throws IOException {
    return field((exact ? ps : Math.rint(ps / PS_PER_NS) * PS_PER_NS) / PS_PER_US);
  }

  /** Writes a number, a text or a distribution. */
  void any(Optional<?> value) throws IOException {
    if (value.isEmpty()) {
      empty();
      return;
    }
    switch (value.get()) {
      case Distribution all -> {
        name().writeStartObject();
        for (Map.Entry<String, ToDoubleFunction<Distribution>> one :
            Distribution.QUANTILES.entrySet()) {
          json.writeFieldName(one.getKey());
          json.writeNumber(DecimalText.plain(one.getValue().applyAsDouble(all)));
        }
        json.writeEndObject();
      }
      case Double number -> field(number);
      case Number whole -> field(whole.longValue());
      case Object text -> field(text.toString());
    }
  }

  /** Null, but nothing in an object of its own. */
  @Override
  public JsonFields empty() throws IOException {
    if (exact && key.indexOf('.') < 0) {
      name().writeNull();
    }
    return this;
  }

  /** Ends an object that is open. */
  void end() throws IOException {
    object("");
  }

  private JsonGenerator name() throws IOException {
    int dot = key.indexOf('.');
    object(key.substring(0, Math.max(0, dot)));
    json.writeFieldName(key.substring(dot + 1));
    return json;
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
