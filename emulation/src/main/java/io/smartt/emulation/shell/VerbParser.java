package io.smartt.emulation.shell;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;

/** Parses lines of the shell. Pure: whether a node exists is checked when the verb is executed. */
public record VerbParser(NodeNames names) {
  /** The word for the name of a switch. */
  static final String SWITCH = "SWITCH";

  private static final Path CAPTURE = Path.of("shell.pcapng");

  /** Long enough at 100 Gbps and 10 us of round trip that its beginning does not count. */
  private static final long IPERF_BYTES = 16L << 20;

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
    return new UserInputException("write " + form(name));
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
    List<String> accepted = new ArrayList<>(verbs());
    accepted.addAll(names.hosts());
    List<String> near = NearNames.of(first, accepted);
    return new UserInputException(
        "'%s' is neither a verb nor a host; %s"
            .formatted(
                first,
                near.isEmpty()
                    ? "'help' lists the verbs"
                    : "did you mean " + String.join(" or ", near) + "?"));
  }

  /**
   * A verb.
   *
   * @param form of the whole command
   * @param meaning in few words
   */
  public record Form(String form, String meaning) {
    /** The first word, or what stands for one. */
    public String name() {
      return form.split(" ", 2)[0];
    }
  }

  private static final List<Form> FORMS =
      List.of(
          new Form("nodes", "names of hosts and switches"),
          new Form("net", "what each node is linked to"),
          new Form("links", "every link and whether it is up"),
          new Form("dump", "hosts with addresses, switches with device ids"),
          new Form("ports", "port numbers of switches"),
          new Form("intfs", "interfaces of every node"),
          new Form("pingall", "every host pings every other"),
          new Form("HOST ping [-c N] HOST|ADDRESS", "pings; 4 times by default"),
          new Form("HOST COMMAND [&]", "runs a program inside a host (netns); & leaves it running"),
          new Form("link A B down|up", "takes a link down or up; routes follow"),
          new Form("flow A B SIZE", "sends a message: flow h1 h2 10MiB"),
          new Form("iperf A B [SIZE]", "the rate of one message, 16MiB by default"),
          new Form("incast NxSIZE", "N hosts send to one: incast 3x1MiB"),
          new Form("run WORKLOAD", "sends traffic: run permutation:1MiB, run my.cm"),
          new Form("tables SWITCH [TABLE]", "entries of its P4 tables"),
          new Form(
              "SWITCH table_add TABLE ACTION MATCH... => PARAMETER... [PRIORITY]", "adds an entry"),
          new Form("SWITCH table_modify TABLE ACTION HANDLE PARAMETER...", "changes an entry"),
          new Form("SWITCH table_delete TABLE HANDLE", "deletes an entry"),
          new Form("SWITCH table_set_default TABLE ACTION PARAMETER...", "action on a miss"),
          new Form("SWITCH table_dump TABLE", "entries with their handles"),
          new Form("SWITCH register_read REGISTER [INDEX]", "cells of a register"),
          new Form("SWITCH register_write REGISTER INDEX VALUE", "sets a cell"),
          new Form("SWITCH counter_read COUNTER INDEX", "a cell of a counter"),
          new Form("SWITCH mc_mgrp_create GROUP PORT...", "makes a multicast group"),
          new Form("SWITCH mc_mgrp_destroy GROUP", "removes one"),
          new Form("SWITCH entries FILE", "writes its entries, for 'p4 trace'"),
          new Form("counters SWITCH", "what it and its program counted"),
          new Form("queues SWITCH", "its queues as they are now"),
          new Form("queues SWITCH during COMMAND", "the same while traffic runs"),
          new Form("capture on [FILE]", "writes all packets (shell.pcapng)"),
          new Form("capture off", "completes that file"),
          new Form("! COMMAND", "expects the command to fail"),
          new Form("help [VERB]", "this list, or what one verb does"),
          new Form("exit", "takes the network down"));

  /** Returns the written form of every verb and its meaning, in the order of help. */
  public static List<Form> forms() {
    return FORMS;
  }

  /** First words that are not names of nodes. */
  public static List<String> verbs() {
    return FORMS.stream()
        .map(Form::name)
        .filter(name -> !name.equals("HOST") && !name.equals(SWITCH) && !name.equals("!"))
        .distinct()
        .toList();
  }

  /** The forms that a first word has, for errors. */
  static String form(String name) {
    return String.join(
        " or ", FORMS.stream().filter(form -> form.name().equals(name)).map(Form::form).toList());
  }
}
