package io.smartt.emulation.cli.results;

import module java.base;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.smartt.experiment.report.DecimalText;
import io.smartt.experiment.report.Distribution;

/** Maps, lists, numbers and text as JSON. */
public final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /** Ending with a line feed; empty options are null, numbers have at most six decimals. */
  public static String pretty(Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      DefaultIndenter twoSpaces = new DefaultIndenter("  ", "\n");
      json.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(twoSpaces));
      write(json, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text + "\n";
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    switch (value) {
      case Map<?, ?> map -> {
        json.writeStartObject();
        // Without an order of its own a map has another one in each process.
        Map<?, ?> ordered = map instanceof SequencedMap ? map : new TreeMap<>(map);
        for (Map.Entry<?, ?> entry : ordered.entrySet()) {
          json.writeFieldName(String.valueOf(entry.getKey()));
          write(json, entry.getValue());
        }
        json.writeEndObject();
      }
      case Collection<?> list -> {
        json.writeStartArray();
        for (Object each : list) {
          write(json, each);
        }
        json.writeEndArray();
      }
      case Distribution d -> {
        json.writeStartObject();
        for (var one : Distribution.QUANTILES.entrySet()) {
          json.writeFieldName(one.getKey());
          write(json, one.getValue().applyAsDouble(d));
        }
        json.writeEndObject();
      }
      case Optional<?> option when option.isPresent() -> write(json, option.get());
      case OptionalDouble option when option.isPresent() -> write(json, option.getAsDouble());
      case OptionalLong option when option.isPresent() -> write(json, option.getAsLong());
      case Optional<?> _, OptionalDouble _, OptionalLong _ -> json.writeNull();
      case Double number -> json.writeNumber(DecimalText.plain(number));
      case Number number -> json.writeNumber(number.longValue());
      case Boolean flag -> json.writeBoolean(flag);
      default -> json.writeString(value.toString());
    }
  }
}
