package io.smartt.emulation.p4tools;

import module java.base;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import org.p4.v1.Entity;
import org.p4.v1.ReadResponse;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest;

/**
 * Reads what to write into a switch, as protobuf text: a {@code p4.v1.WriteRequest} (what {@code
 * p4c --p4runtime-entries-files} writes), a {@code ReadResponse}, or entities one after the other.
 * An entity without an update around it is inserted, or modified where it always exists.
 */
public final class EntriesFile {
  private EntriesFile() {}

  /**
   * Reads a file.
   *
   * @throws UserInputException naming file and line where it is none of these
   */
  public static List<Update> read(Path file) {
    return parse(InputFile.text(file), file.toString());
  }

  static List<Update> parse(String text, String name) {
    TopLevel blocks = TopLevel.of(text);
    if (blocks.all("updates")
        || blocks.hasAny("device_id", "election_id", "role", "role_id", "atomicity")) {
      WriteRequest.Builder request = WriteRequest.newBuilder();
      merge(text, 0, request, name);
      return request.getUpdatesList();
    }
    if (blocks.all("entities")) {
      ReadResponse.Builder response = ReadResponse.newBuilder();
      merge(text, 0, response, name);
      return response.getEntitiesList().stream().map(EntriesFile::update).toList();
    }
    List<Update> updates = new ArrayList<>();
    for (TopLevel.Block block : blocks.blocks()) {
      Entity.Builder entity = Entity.newBuilder();
      merge(block.text(), block.line() - 1, entity, name);
      updates.add(update(entity.build()));
    }
    return updates;
  }

  private static Update update(Entity entity) {
    boolean exists =
        switch (entity.getEntityCase()) {
          case TABLE_ENTRY -> entity.getTableEntry().getIsDefaultAction();
          case COUNTER_ENTRY,
              DIRECT_COUNTER_ENTRY,
              METER_ENTRY,
              DIRECT_METER_ENTRY,
              REGISTER_ENTRY,
              VALUE_SET_ENTRY ->
              true;
          default -> false;
        };
    return Update.newBuilder()
        .setType(exists ? Update.Type.MODIFY : Update.Type.INSERT)
        .setEntity(entity)
        .build();
  }

  private static void merge(String text, int linesBefore, Message.Builder into, String name) {
    try {
      TextFormat.merge(text, into);
    } catch (TextFormat.ParseException e) {
      throw new UserInputException(
          "%s:%d: not the text of a %s: %s"
              .formatted(
                  name,
                  linesBefore + e.getLine(),
                  into.getDescriptorForType().getFullName(),
                  e.getMessage()),
          e);
    }
  }

  /** The fields at the top of a protobuf text, each with its own text. */
  record TopLevel(List<Block> blocks) {
    /**
     * One field.
     *
     * @param line where it starts, from 1
     */
    record Block(String field, String text, int line) {}

    /** Copies the list. */
    TopLevel {
      blocks = List.copyOf(blocks);
    }

    boolean all(String field) {
      return blocks.stream().allMatch(block -> block.field().equals(field));
    }

    boolean hasAny(String... fields) {
      return blocks.stream().anyMatch(block -> Set.of(fields).contains(block.field()));
    }

    static TopLevel of(String text) {
      List<Block> blocks = new ArrayList<>();
      int depth = 0;
      int start = -1;
      int line = 1;
      int startLine = 1;
      char quote = 0;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '\n') {
          line++;
        }
        if (quote != 0) {
          if (c == '\\') {
            i++;
          } else if (c == quote) {
            quote = 0;
          }
          continue;
        }
        if (c == '#') {
          int end = text.indexOf('\n', i);
          i = end < 0 ? text.length() : end - 1;
          continue;
        }
        boolean starts = Character.isLetter(c) && depth == 0;
        if (starts && (start < 0 || isNextField(text, start, i))) {
          if (start >= 0) {
            blocks.add(block(text.substring(start, i), startLine));
          }
          start = i;
          startLine = line;
        }
        switch (c) {
          case '{', '<' -> depth++;
          case '}', '>' -> depth--;
          case '"', '\'' -> quote = c;
          default -> {
            // Part of a name or a value.
          }
        }
      }
      if (start >= 0) {
        blocks.add(block(text.substring(start), startLine));
      }
      return new TopLevel(blocks);
    }

    /**
     * Returns whether a name begins at {@code at}: not the name that {@code start} began, nor its
     * value.
     */
    private static boolean isNextField(String text, int start, int at) {
      char before = text.charAt(at - 1);
      if (Character.isLetterOrDigit(before) || before == '_') {
        return false;
      }
      String sofar = text.substring(start, at).strip();
      return sofar.endsWith("}")
          || sofar.endsWith(">")
          || (!sofar.endsWith(":") && sofar.contains(":"));
    }

    private static Block block(String text, int line) {
      int end = 0;
      while (end < text.length()
          && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
        end++;
      }
      return new Block(text.substring(0, end), text, line);
    }
  }
}
