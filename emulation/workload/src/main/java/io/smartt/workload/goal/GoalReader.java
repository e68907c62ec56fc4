package io.smartt.workload.goal;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.workload.schedule.RankOperations;
import io.smartt.workload.schedule.Schedule;

/**
 * Reads a schedule's text, line by line:
 *
 * <pre>
 *   num_ranks 2
 *   rank 0 {
 *     l1: calc 500 cpu 0
 *     l2: send 4096b to 1 tag 7
 *     l2 requires l1
 *   }
 *   rank 1 {
 *     recv 4096b from 0 tag 7
 *   }
 * </pre>
 *
 * <p>{@code irequires} waits for the other's start. Labels are of their rank and may be left out;
 * what follows {@code //} or stands between slash and asterisk is a comment. The grammar is that of
 * LogGOPSim's {@code txt2bin.re} (spcl/LogGOPSim, src/LogGOPSim); a receive from any source or with
 * any tag ({@code -1}) is refused, because what it matches is known only while it runs.
 */
final class GoalReader {
  private static final int MOST_RANKS = 1 << 20;
  private static final long MOST_TAG = 0xFFFF_FFFEL;
  private static final int MOST_NIC = 255;
  private static final Set<String> NUMBERED = Set.of("tag", "cpu", "nic");

  private final String file;
  private final List<RankOperations> ranks = new ArrayList<>();
  private final Map<String, Integer> labels = new HashMap<>();
  private int declared = -1;
  private int rank = -1;
  private int line;
  private boolean inComment;

  private GoalReader(String file) {
    this.file = file;
  }

  /** The operations of each rank, in the order of the text. */
  static Schedule read(String file, String text) {
    GoalReader reader = new GoalReader(file);
    text.lines().forEach(reader::line);
    return reader.end();
  }

  private Schedule end() {
    if (inComment) {
      throw error("a comment is not closed");
    }
    if (rank >= 0) {
      throw error("rank " + rank + " has no closing bracket");
    }
    if (declared < 0) {
      throw new UserInputException(file + ": num_ranks is missing");
    }
    return Schedule.of("line", ranks, List.of());
  }

  private void line(String raw) {
    line++;
    String content = withoutComments(raw).replace(":", " : ");
    List<String> words = words(content);
    if (words.isEmpty()) {
      return;
    }
    String first = words.getFirst();
    if (first.equals("num_ranks")) {
      numRanks(words);
    } else if (rank < 0) {
      begin(words);
    } else if (first.equals("}")) {
      require(words.size() == 1, "'" + words.getLast() + "' behind a closing bracket");
      rank = -1;
    } else {
      statement(words);
    }
  }

  private String withoutComments(String raw) {
    StringBuilder kept = new StringBuilder();
    int at = 0;
    while (at < raw.length()) {
      if (inComment) {
        int close = raw.indexOf("*/", at);
        inComment = close < 0;
        at = close < 0 ? raw.length() : close + 2;
      } else if (raw.startsWith("//", at)) {
        break;
      } else if (raw.startsWith("/*", at)) {
        inComment = true;
        at += 2;
      } else {
        kept.append(raw.charAt(at++));
      }
    }
    return kept.toString();
  }

  private static List<String> words(String content) {
    List<String> words = new ArrayList<>();
    StringTokenizer tokens = new StringTokenizer(content);
    while (tokens.hasMoreTokens()) {
      words.add(tokens.nextToken());
    }
    return words;
  }

  private void numRanks(List<String> words) {
    require(declared < 0 && rank < 0, "num_ranks must come once, before the ranks");
    require(words.size() == 2, "write num_ranks N");
    declared = (int) number("num_ranks", words.get(1), 1, MOST_RANKS);
    for (int i = 0; i < declared; i++) {
      ranks.add(new RankOperations());
    }
  }

  private void begin(List<String> words) {
    String first = words.getFirst();
    require(first.equals("rank"), "expected 'rank N {', found '" + first + "'");
    require(declared >= 0, "num_ranks must come before the ranks");
    String number = words.size() > 1 ? words.get(1) : "";
    boolean opened = number.endsWith("{");
    require(
        opened ? words.size() == 2 : words.size() == 3 && words.get(2).equals("{"),
        "write rank N {");
    rank =
        (int)
            number(
                "rank",
                opened ? number.substring(0, number.length() - 1) : number,
                0,
                declared - 1);
    require(ranks.get(rank).size() == 0, "rank " + rank + " comes twice");
    labels.clear();
  }

  private void statement(List<String> words) {
    RankOperations own = ranks.get(rank);
    if (words.size() == 3
        && (words.get(1).equals("requires") || words.get(1).equals("irequires"))) {
      int waits = labelled(words.get(0));
      int before = labelled(words.get(2));
      if (words.get(1).equals("requires")) {
        own.requires(waits, before);
      } else {
        own.requiresStart(waits, before);
      }
      return;
    }
    boolean labelled = words.size() > 1 && words.get(1).equals(":");
    List<String> rest = labelled ? words.subList(2, words.size()) : words;
    require(!rest.isEmpty(), "nothing behind the label");
    int operation = operation(own, rest);
    if (labelled) {
      require(
          labels.putIfAbsent(words.getFirst(), operation) == null,
          "label " + words.getFirst() + " comes twice in rank " + rank);
    }
  }

  private int labelled(String label) {
    Integer operation = labels.get(label);
    if (operation == null) {
      throw error("no label " + label + " in rank " + rank + " above");
    }
    return operation;
  }

  private int operation(RankOperations own, List<String> words) {
    return switch (words.getFirst()) {
      case "send" -> {
        Map<String, Long> options = options(words, "to");
        yield own.send(line, size(words), peer(words), tag(options), nic(options));
      }
      case "recv" -> {
        Map<String, Long> options = options(words, "from");
        yield own.receive(line, size(words), peer(words), tag(options));
      }
      case "calc" -> {
        require(words.size() > 1, "calc has no time");
        long ns = number("calc", words.get(1), 0, Long.MAX_VALUE / 1_000_000);
        Map<String, Long> options = numbered(words.subList(2, words.size()));
        yield own.compute(line, ns, (int) (long) options.getOrDefault("cpu", 0L));
      }
      default ->
          throw error("expected send, recv, calc or a label, found '" + words.getFirst() + "'");
    };
  }

  /** Returns the tag as the 32 bits that the binary layout has. */
  private static int tag(Map<String, Long> options) {
    return (int) (long) options.getOrDefault("tag", 0L);
  }

  private static int nic(Map<String, Long> options) {
    return (int) (long) options.getOrDefault("nic", 0L);
  }

  private Map<String, Long> options(List<String> words, String preposition) {
    require(
        words.size() >= 4 && words.get(2).equals(preposition),
        "write " + words.getFirst() + " SIZEb " + preposition + " RANK");
    return numbered(words.subList(4, words.size()));
  }

  private Map<String, Long> numbered(List<String> words) {
    Map<String, Long> values = new HashMap<>();
    for (int i = 0; i < words.size(); i += 2) {
      String key = words.get(i);
      require(NUMBERED.contains(key), "expected tag, cpu or nic, found '" + key + "'");
      require(i + 1 < words.size(), key + " has no value");
      require(
          !words.get(i + 1).equals("-1"),
          "'" + key + " -1' matches any; which one is not known before the run, name it");
      values.put(key, number(key, words.get(i + 1), 0, most(key)));
    }
    return values;
  }

  private static long most(String key) {
    return switch (key) {
      case "tag" -> MOST_TAG;
      case "nic" -> MOST_NIC;
      default -> Integer.MAX_VALUE;
    };
  }

  private long size(List<String> words) {
    String text = words.get(1);
    require(text.endsWith("b"), "size is '" + text + "', write bytes as 4096b");
    return number("size", text.substring(0, text.length() - 1), 0, Long.MAX_VALUE);
  }

  private int peer(List<String> words) {
    require(
        !words.get(3).equals("-1"),
        "a recv from -1 takes any source; which one is not known before the run, name it");
    return (int) number("rank", words.get(3), 0, declared - 1);
  }

  private long number(String what, String text, long least, long most) {
    return Quantities.whole(text, least, most)
        .orElseThrow(
            () -> error(what + " is " + text + ", must be " + Quantities.formatWhole(least, most)));
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      throw error(otherwise);
    }
  }

  private UserInputException error(String message) {
    return new UserInputException(file + ":" + line + ": " + message);
  }
}
