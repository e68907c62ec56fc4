package io.smartt.emulation.shell;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;

/** Parses lines of the shell. Pure: whether a node exists is checked when the verb is executed. */
public final class VerbParser {
  private static final Path CAPTURE = Path.of("shell.pcapng");

  /** Long enough at 100 Gbps and 10 us of round trip that its beginning does not count. */
  private static final long IPERF_BYTES = 16L << 20;

  private final NodeNames names;

  /** Creates a parser for a network with these nodes. */
  public VerbParser(NodeNames names) {
    this.names = names;
  }

  /**
   * A command.
   *
   * @param line neither empty nor a comment
   * @throws UserInputException naming what is wrong and how the verb is written
   */
  public Verb parse(String line) {
    String text = line.strip();
    List<String> words = List.of(text.split("\\s+"));
    String first = words.getFirst();
    List<String> rest = words.subList(1, words.size());
    if (names.isHost(first)) {
      if (rest.isEmpty()) {
        throw written("HOST");
      }
      return new Verb.Program(first, text.substring(first.length()).strip());
    }
    if (names.isSwitch(first)) {
      if (rest.isEmpty() || !SwitchEdits.FORMS.containsKey(rest.getFirst())) {
        throw notOfASwitch(first, rest);
      }
      return new Verb.Edit(first, rest);
    }
    return switch (first) {
      case "help", "?" -> help(rest);
      case "exit", "quit", "EOF" -> alone("exit", rest, new Verb.Exit());
      case "nodes" -> alone(first, rest, new Verb.Nodes());
      case "net" -> alone(first, rest, new Verb.Net());
      case "links" -> alone(first, rest, new Verb.Links());
      case "dump" -> alone(first, rest, new Verb.Dump());
      case "ports" -> alone(first, rest, new Verb.Ports());
      case "intfs" -> alone(first, rest, new Verb.Intfs());
      case "pingall" -> alone(first, rest, new Verb.PingAll());
      case "link" -> link(rest);
      case "flow" -> flow(rest);
      case "iperf" -> iperf(rest);
      case "incast" -> new Verb.Run("incast:" + only(first, rest));
      case "run" -> new Verb.Run(only(first, rest));
      case "tables" -> tables(rest);
      case "counters" -> new Verb.Counters(only(first, rest));
      case "queues" -> queues(rest);
      case "capture" -> capture(rest);
      default -> throw unknown(first);
    };
  }

  private static Verb alone(String name, List<String> rest, Verb verb) {
    if (!rest.isEmpty()) {
      throw written(name);
    }
    return verb;
  }

  private static Verb help(List<String> rest) {
    if (rest.size() > 1) {
      throw written("help");
    }
    return new Verb.Help(rest.stream().findFirst());
  }

  private static String only(String name, List<String> rest) {
    if (rest.size() != 1) {
      throw written(name);
    }
    return rest.getFirst();
  }

  private static Verb link(List<String> rest) {
    if (rest.size() != 3 || !List.of("down", "up").contains(rest.get(2))) {
      throw written("link");
    }
    return new Verb.LinkState(rest.get(0), rest.get(1), rest.get(2).equals("up"));
  }

  private static Verb flow(List<String> rest) {
    if (rest.size() != 3) {
      throw written("flow");
    }
    long bytes = Quantities.bytes(rest.get(2));
    if (bytes == 0) {
      throw new UserInputException("flow: a message of 0 B is none");
    }
    return new Verb.Flow(rest.get(0), rest.get(1), bytes);
  }

  private static Verb iperf(List<String> rest) {
    if (rest.size() != 2 && rest.size() != 3) {
      throw written("iperf");
    }
    long bytes = rest.size() == 2 ? IPERF_BYTES : Quantities.bytes(rest.get(2));
    if (bytes == 0) {
      throw new UserInputException("iperf: a message of 0 B is none");
    }
    return new Verb.Iperf(rest.get(0), rest.get(1), bytes);
  }

  private static Verb tables(List<String> rest) {
    return switch (rest.size()) {
      case 1 -> new Verb.Tables(rest.getFirst(), Optional.empty());
      case 2 -> new Verb.Tables(rest.getFirst(), Optional.of(rest.get(1)));
      default -> throw written("tables");
    };
  }

  private Verb queues(List<String> rest) {
    if (rest.size() < 3 || !rest.get(1).equals("during")) {
      return new Verb.Queues(only("queues", rest));
    }
    if (parse(String.join(" ", rest.subList(2, rest.size()))) instanceof Verb.Traffic traffic) {
      return new Verb.QueuesDuring(rest.getFirst(), traffic);
    }
    throw new UserInputException("queues SWITCH during takes a flow, an incast or a run");
  }

  private static Verb capture(List<String> rest) {
    if (rest.equals(List.of("off"))) {
      return new Verb.CaptureOff();
    }
    if (rest.isEmpty() || rest.size() > 2 || !rest.getFirst().equals("on")) {
      throw written("capture");
    }
    return new Verb.CaptureOn(rest.size() == 2 ? Path.of(rest.get(1)) : CAPTURE);
  }

  private static UserInputException written(String name) {
    return new UserInputException("write " + VerbForms.of(name));
  }

  private static UserInputException notOfASwitch(String name, List<String> rest) {
    return new UserInputException(
        name
            + " is a switch, which runs no programs; tables, counters and queues show what it has,"
            + " and its commands are "
            + String.join(", ", SwitchEdits.words())
            + (rest.isEmpty() ? "" : ": not '" + rest.getFirst() + "'"));
  }

  private UserInputException unknown(String first) {
    List<String> accepted = new ArrayList<>(VerbForms.words());
    accepted.addAll(names.hosts());
    List<String> near = NearNames.of(first, accepted);
    return new UserInputException(
        "'"
            + first
            + "' is neither a verb nor a host; "
            + (near.isEmpty()
                ? "'help' lists the verbs"
                : "did you mean " + String.join(" or ", near) + "?"));
  }
}
