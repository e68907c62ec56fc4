package io.smartt.experiment.report;

import module java.base;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import io.smartt.base.input.PackedText;
import io.smartt.base.output.WholeFile;
import org.jspecify.annotations.Nullable;

/**
 * An HTML page with slots, {@code @@NAME@@}, that becomes one file which opens without a network:
 * {@code @@file.css@@} and {@code @@file.js@@} are resources next to the template; the caller fills
 * every other slot.
 *
 * @param owner class in whose package the template lies
 * @param template name of the resource
 */
public record PageTemplate(Class<?> owner, String template) {
  private static final Pattern SLOT = Pattern.compile("@@([\\w.]+)@@");
  private static final JsonFactory JSON = new JsonFactory();

  /**
   * Writes the page with its slots filled.
   *
   * @param slots what stands in each by name; leaves the writer open
   */
  public void write(Writer out, Map<String, WholeFile.Content> slots) throws IOException {
    String page = PackedText.read(owner, template);
    Matcher slot = SLOT.matcher(page);
    int written = 0;
    while (slot.find()) {
      out.append(page, written, slot.start());
      String name = slot.group(1);
      WholeFile.Content given = slots.get(name);
      if (given != null) {
        given.to(out);
      } else if (name.contains(".")) {
        out.write(PackedText.read(owner, name));
      } else {
        throw new IllegalStateException(template + " asks for " + slot.group());
      }
      written = slot.end();
    }
    out.append(page, written, page.length());
  }

  /** Text that may stand between tags and in quoted attributes. */
  public static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  /** JSON that may stand inside a script element. Closing it leaves the writer open. */
  public static JsonGenerator json(Writer out) throws IOException {
    JsonGenerator json = JSON.createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.setCharacterEscapes(new ScriptEscapes());
    return json;
  }

  /** The escapes that JSON asks for, and one for {@code <}, which could end the script element. */
  private static final class ScriptEscapes extends CharacterEscapes {
    private final int[] ascii = standardAsciiEscapesForJSON();

    ScriptEscapes() {
      ascii['<'] = ESCAPE_STANDARD;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return ascii.clone();
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
      return null;
    }
  }
}
