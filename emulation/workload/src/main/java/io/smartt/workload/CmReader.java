package io.smartt.workload;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.SourceLine;
import io.smartt.base.input.UserInputException;
import io.smartt.workload.Workload.Trigger;

/**
 * Reads connection matrices ({@code .cm}) of the reference simulator. Read more kindly than there:
 * any white space, comments anywhere, sizes of 64 bits, start times with fractions. A missing size,
 * a wrong count or an unknown word is an error at its line. {@code prio} is read and has no effect;
 * each record is a flow of its own, so two records with one id, which there share a connection, are
 * refused.
 */
public final class CmReader {
  /** The id of the first record without one, as in the reference simulator. */
  static final int FIRST_AUTOMATIC_ID = 1_000_000_001;

  private static final Pattern RECORD = Pattern.compile("\\s*(\\S*?)\\s*->\\s*(\\S+)(.*)");
  private static final String MESSAGE = "msg";
  private static final int START_ZEROS = 6;

  /** The number that {@code msg} without one means (connection_matrix.cpp:766-776). */
  private static final String FIRST_MESSAGE = "1";

  private static final List<String> ATTRIBUTES =
      List.of("start size id trigger send_done_trigger recv_done_trigger msg prio".split(" ", -1));
  private static final List<String> COUNTS =
      List.of("Nodes", "Connections", "Triggers", "Failures");
  static final List<String> TIERS = List.of("TOR", "AGG", "CORE");
  private static final List<String> KINDS = List.of("oneshot", "multishot", "barrier");

  private final String file;
  private final Map<String, SourceLine> header = new HashMap<>();
  private final List<Flow> flows = new ArrayList<>();
  private final List<Trigger> triggers = new ArrayList<>();
  private final List<Workload.Failure> failures = new ArrayList<>();
  private final Set<Integer> ids = new HashSet<>();
  private final Set<Integer> triggerIds = new HashSet<>();
  private final Map<Integer, SourceLine> triggerUses = new HashMap<>();
  private int nextId = FIRST_AUTOMATIC_ID;

  private CmReader(String file) {
    this.file = file;
  }

  /**
   * The workload of a file's text, start times in microseconds, as the reference simulator's UEC
   * binary has them.
   *
   * @param file its name, which is also the workload's, for errors
   * @param text all of it
   */
  public static Workload parse(String file, String text) {
    CmReader reader = new CmReader(file);
    SourceLine.split(file, text).forEach(reader::read);
    return reader.finish();
  }

  private void read(SourceLine line) {
    Matcher record = RECORD.matcher(String.join(" ", line.words()));
    if (record.matches()) {
      readFlow(line, record);
    } else if (line.first().equals("trigger")) {
      readTrigger(line);
    } else if (line.first().equals("failure")) {
      readFailure(line);
    } else {
      readHeader(line);
    }
  }

  private void readHeader(SourceLine line) {
    boolean body = !flows.isEmpty() || !triggers.isEmpty() || !failures.isEmpty();
    // The reference simulator skips header lines that it does not know; a body has no such lines.
    boolean skipped = !body && Character.isLetter(line.first().charAt(0));
    if (!COUNTS.contains(line.first())) {
      if (skipped && NearNames.of(line.first(), COUNTS).isEmpty()) {
        return;
      }
      throw line.error(
          "'"
              + line.first()
              + "' begins no record: expected SRC->DST, trigger, failure or one of "
              + String.join(", ", COUNTS));
    }
    line.wholeNumber(1, line.first(), 0, Integer.MAX_VALUE);
    if (line.words().size() > 2) {
      throw line.error("'" + line.words().get(2) + "' follows the number of " + line.first());
    }
    if (header.put(line.first(), line) != null) {
      throw line.error(line.first() + " appears twice");
    }
  }

  private void readFlow(SourceLine line, Matcher record) {
    String rest = record.group(3).strip();
    Attributes attributes =
        new Attributes(line, rest.isEmpty() ? List.of() : List.of(rest.split(" ")), ATTRIBUTES);
    int src = host(line, record.group(1));
    int dst = host(line, record.group(2));
    if (src == dst) {
      throw line.error("host " + src + " sends to itself");
    }
    long bytes = attributes.require("size", 1, Long.MAX_VALUE);
    int id = attributes.number("id", 1).orElseGet(() -> nextId++);
    if (!ids.add(id)) {
      throw line.error("id " + id + " is already taken: each record here is a connection");
    }
    attributes.number(MESSAGE, 1);
    flows.add(
        new Flow(
            id,
            src,
            dst,
            bytes,
            start(line, attributes),
            trigger(line, attributes, "send_done_trigger"),
            trigger(line, attributes, "recv_done_trigger")));
  }

  private Flow.Start start(SourceLine line, Attributes attributes) {
    OptionalInt trigger = trigger(line, attributes, "trigger");
    if (trigger.isPresent() == attributes.values.containsKey("start")) {
      throw line.error("give exactly one of start and trigger");
    }
    if (trigger.isPresent()) {
      return new Flow.Start.OnTrigger(trigger.getAsInt());
    }
    String text = attributes.values.getOrDefault("start", "");
    return new Flow.Start.At(
        Quantities.scaled(text, START_ZEROS, 0)
            .orElseThrow(() -> line.error("start is " + text + ", must be a number from 0")));
  }

  private OptionalInt trigger(SourceLine line, Attributes attributes, String name) {
    OptionalInt id = attributes.number(name, 1);
    id.ifPresent(used -> triggerUses.putIfAbsent(used, line));
    return id;
  }

  private int host(SourceLine line, String word) {
    SourceLine nodes = header.get("Nodes");
    if (nodes == null) {
      throw line.error("a record before Nodes");
    }
    long hosts = nodes.wholeNumber(1, "Nodes", 2, Integer.MAX_VALUE);
    return (int)
        new SourceLine(file, line.number(), List.of(word)).wholeNumber(0, "host", 0, hosts - 1);
  }

  private void readTrigger(SourceLine line) {
    List<String> words = new ArrayList<>(line.words().subList(1, line.words().size()));
    List<String> kinds = words.stream().filter(KINDS::contains).toList();
    words.removeAll(kinds);
    if (kinds.size() != 1) {
      throw line.error("expected: trigger id I oneshot|multishot|barrier [count K]");
    }
    Attributes attributes = new Attributes(line, words, List.of("id", "count"));
    int id = (int) attributes.require("id", 1, Integer.MAX_VALUE);
    Trigger.Kind kind = Trigger.Kind.valueOf(kinds.getFirst().toUpperCase(Locale.ROOT));
    if (!triggerIds.add(id)) {
      throw line.error("trigger " + id + " is declared twice");
    }
    boolean counts = kind == Trigger.Kind.BARRIER; // a count of another means nothing, as there
    triggers.add(
        new Trigger(
            id, kind, counts ? (int) attributes.require("count", 1, Integer.MAX_VALUE) : 1));
  }

  private void readFailure(SourceLine line) {
    Attributes attributes =
        new Attributes(
            line,
            line.words().subList(1, line.words().size()),
            List.of("switch_type", "switch_id", "link_id"));
    int tier = TIERS.indexOf(attributes.values.getOrDefault("switch_type", ""));
    if (tier < 0) {
      throw line.error("expected: failure switch_type TOR|AGG|CORE switch_id I [link_id J]");
    }
    failures.add(
        new Workload.Failure(
            tier,
            (int) attributes.require("switch_id", 0, Integer.MAX_VALUE),
            attributes.number("link_id", 0)));
  }

  private Workload finish() {
    SourceLine nodes = header.get("Nodes");
    if (nodes == null) {
      throw new UserInputException(file + ": Nodes is missing");
    }
    if (!header.containsKey("Connections")) {
      throw new UserInputException(file + ": Connections is missing");
    }
    checkCount("Connections", "record", flows.size());
    checkCount("Triggers", "trigger", triggers.size());
    checkCount("Failures", "failure", failures.size());
    triggerUses.forEach((id, line) -> {
      if (!triggerIds.contains(id)) {
        throw line.error("trigger " + id + " is not declared");
      }
    });
    int hosts = (int) nodes.wholeNumber(1, "Nodes", 2, Integer.MAX_VALUE);
    return new Workload(file, hosts, flows, triggers, failures);
  }

  private void checkCount(String word, String what, int found) {
    SourceLine line = header.get(word);
    if (line == null && found > 0) {
      throw new UserInputException(
          file + ": " + word + " is missing, but " + what + " lines: " + found);
    }
    if (line != null && line.wholeNumber(1, word, 0, Integer.MAX_VALUE) != found) {
      throw line.error(word + " is " + line.words().get(1) + ", but " + what + " lines: " + found);
    }
  }

  private static final class Attributes {
    private final SourceLine line;
    private final Map<String, String> values = new HashMap<>();

    Attributes(SourceLine line, List<String> words, List<String> names) {
      this.line = line;
      int i = 0;
      while (i < words.size()) {
        String name = words.get(i);
        if (!names.contains(name)) {
          throw line.error("unknown word '" + name + "', " + NearNames.hint(name, names));
        }
        i++;
        String value;
        if (name.equals(MESSAGE) && (i == words.size() || names.contains(words.get(i)))) {
          value = FIRST_MESSAGE;
        } else if (i == words.size()) {
          throw line.error(name + " has no value");
        } else {
          value = words.get(i);
          i++;
        }
        if (values.put(name, value) != null) {
          throw line.error(name + " appears twice");
        }
      }
    }

    OptionalInt number(String name, long least) {
      return values.containsKey(name)
          ? OptionalInt.of((int) require(name, least, Integer.MAX_VALUE))
          : OptionalInt.empty();
    }

    long require(String name, long least, long most) {
      List<String> value = Stream.ofNullable(values.get(name)).toList();
      if (value.isEmpty()) {
        throw line.error(name + " is missing");
      }
      return new SourceLine(line.file(), line.number(), value).wholeNumber(0, name, least, most);
    }
  }
}
