package io.smartt.experiment.settings;

import module java.base;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.UserInputException;
import org.yaml.snakeyaml.LoaderOptions;

/**
 * Reads YAML as a flat list of its scalars, each with its place, so that an error can name line and
 * column. A list of scalars gives one entry an item; lists of anything else are refused.
 */
public final class YamlEntries {
  private static final YAMLFactory YAML = factory();

  private final String file;
  private final List<YamlEntry> entries = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();

  private YamlEntries(String file) {
    this.file = file;
  }

  private static YAMLFactory factory() {
    // An experiment may carry a connection matrix of many megabytes.
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    return YAMLFactory.builder().loaderOptions(options).build();
  }

  /** The text of a document for a file: no start marker, and long texts on one line. */
  public static String textOf(Object document) {
    YAMLFactory factory =
        YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .build();
    return FileErrors.get(() -> new ObjectMapper(factory).writeValueAsString(document));
  }

  /** The scalars of a document; {@code file} names it in errors. */
  public static List<YamlEntry> parse(String file, String text) {
    YamlEntries reader = new YamlEntries(file);
    try (JsonParser parser = YAML.createParser(text)) {
      reader.readDocument(parser);
    } catch (JsonProcessingException e) {
      throw new UserInputException(
          reader.place(e.getLocation()) + ": not YAML: " + firstLine(e.getOriginalMessage()), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return reader.entries;
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse(message);
  }

  private String place(JsonLocation at) {
    return at == null ? file : file + ":" + at.getLineNr() + ":" + at.getColumnNr();
  }

  private void readDocument(JsonParser parser) throws IOException {
    JsonToken token = parser.nextToken();
    if (token == null) {
      throw new UserInputException(file + ": is empty; write keys and values, such as seed: 1");
    }
    if (token != JsonToken.START_OBJECT) {
      throw new UserInputException(
          place(parser.currentTokenLocation()) + ": expected keys and values");
    }
    readObject(parser, "");
    if (parser.nextToken() != null) {
      throw new UserInputException(
          place(parser.currentTokenLocation()) + ": a second document begins here");
    }
  }

  private void readObject(JsonParser parser, String prefix) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = prefix + parser.currentName();
      String place = place(parser.currentTokenLocation());
      if (!seen.add(key)) {
        throw new UserInputException(place + ": key '" + key + "' appears twice");
      }
      JsonToken value = parser.nextToken();
      refuseAnchors(parser);
      switch (value) {
        case START_OBJECT -> readObject(parser, key + ".");
        case START_ARRAY -> readList(parser, key);
        default -> entries.add(scalar(parser, key, place));
      }
    }
  }

  /** An alias would be taken for the text of its name, and an anchor is nothing without one. */
  private void refuseAnchors(JsonParser parser) throws IOException {
    String anchor =
        parser instanceof YAMLParser yaml && yaml.isCurrentAlias()
            ? "*" + parser.getText()
            : parser.getObjectId() == null ? "" : "&" + parser.getObjectId();
    if (!anchor.isEmpty()) {
      throw new UserInputException(
          "%s: anchors and aliases are not read (%s); write the value out"
              .formatted(place(parser.currentTokenLocation()), anchor));
    }
  }

  private void readList(JsonParser parser, String key) throws IOException {
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      refuseAnchors(parser);
      entries.add(scalar(parser, key, place(parser.currentTokenLocation())));
    }
  }

  private static YamlEntry scalar(JsonParser parser, String key, String place) throws IOException {
    YamlEntry entry = new YamlEntry(key, parser.getText(), place);
    if (!parser.currentToken().isScalarValue()) {
      throw entry.error("'" + key + "' must have a single value");
    }
    if (parser.currentToken() == JsonToken.VALUE_NULL || entry.text().isEmpty()) {
      throw entry.error("'" + key + "' has no value");
    }
    return entry;
  }

  /**
   * One scalar of a YAML file.
   *
   * @param key the keys above it and its own, with dots between them
   * @param text as it stands in the file
   * @param place file, line and column of the key
   */
  public record YamlEntry(String key, String text, String place) {
    /** An error at this place. */
    public UserInputException error(String message) {
      return new UserInputException(place + ": " + message);
    }
  }
}
