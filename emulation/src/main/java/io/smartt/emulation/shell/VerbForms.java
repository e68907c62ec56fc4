package io.smartt.emulation.shell;

import java.util.List;

/** How every verb is written, and what it does. */
public final class VerbForms {
  /**
   * A verb.
   *
   * @param name first word, or what stands for one
   * @param form of the whole command
   * @param meaning in few words
   */
  public record Form(String name, String form, String meaning) {}

  private static final List<Form> ALL =
      List.of(
          new Form("nodes", "nodes", "names of hosts and switches"),
          new Form("net", "net", "what each node is linked to"),
          new Form("links", "links", "every link and whether it is up"),
          new Form("dump", "dump", "hosts with addresses, switches with device ids"),
          new Form("ports", "ports", "port numbers of switches"),
          new Form("intfs", "intfs", "interfaces of every node"),
          new Form("pingall", "pingall", "every host pings every other"),
          new Form("HOST", "HOST ping [-c N] HOST|ADDRESS", "pings; 4 times by default"),
          new Form(
              "HOST",
              "HOST COMMAND [&]",
              "runs a program inside a host (netns); & leaves it running"),
          new Form("link", "link A B down|up", "takes a link down or up; routes follow"),
          new Form("flow", "flow A B SIZE", "sends a message: flow h1 h2 10MiB"),
          new Form("incast", "incast NxSIZE", "N hosts send to one: incast 3x1MiB"),
          new Form("run", "run WORKLOAD", "sends traffic: run permutation:1MiB, run my.cm"),
          new Form("tables", "tables SWITCH [TABLE]", "entries of its P4 tables"),
          new Form("counters", "counters SWITCH", "what it and its program counted"),
          new Form("queues", "queues SWITCH", "its queues as they are now"),
          new Form("queues", "queues SWITCH during COMMAND", "the same while traffic runs"),
          new Form("capture", "capture on [FILE]", "writes all packets (shell.pcapng)"),
          new Form("capture", "capture off", "completes that file"),
          new Form("!", "! COMMAND", "expects the command to fail"),
          new Form("help", "help [VERB]", "this list, or what one verb does"),
          new Form("exit", "exit", "takes the network down"));

  private VerbForms() {}

  /** In the order of help. */
  public static List<Form> all() {
    return ALL;
  }

  /** First words that are not names of nodes. */
  public static List<String> words() {
    return ALL.stream()
        .map(Form::name)
        .filter(name -> !name.equals("HOST") && !name.equals("!"))
        .distinct()
        .toList();
  }

  /** The forms that a first word has, for errors. */
  static String of(String name) {
    return String.join(
        " or ", ALL.stream().filter(form -> form.name().equals(name)).map(Form::form).toList());
  }
}
