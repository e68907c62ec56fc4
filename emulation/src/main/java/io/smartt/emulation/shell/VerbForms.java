package io.smartt.emulation.shell;

import java.util.List;

/** The written form of every verb, and its meaning. */
public final class VerbForms {
  /**
   * A verb.
   *
   * @param name first word, or what stands for one
   * @param form of the whole command
   * @param meaning in few words
   */
  public record Form(String name, String form, String meaning) {}

  private static final String SWITCH = "SWITCH";

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
          new Form("iperf", "iperf A B [SIZE]", "the rate of one message, 16MiB by default"),
          new Form("incast", "incast NxSIZE", "N hosts send to one: incast 3x1MiB"),
          new Form("run", "run WORKLOAD", "sends traffic: run permutation:1MiB, run my.cm"),
          new Form("tables", "tables SWITCH [TABLE]", "entries of its P4 tables"),
          new Form(
              SWITCH,
              "SWITCH table_add TABLE ACTION MATCH... => PARAMETER... [PRIORITY]",
              "adds an entry"),
          new Form(
              SWITCH, "SWITCH table_modify TABLE ACTION HANDLE PARAMETER...", "changes an entry"),
          new Form(SWITCH, "SWITCH table_delete TABLE HANDLE", "deletes an entry"),
          new Form(
              SWITCH, "SWITCH table_set_default TABLE ACTION PARAMETER...", "action on a miss"),
          new Form(SWITCH, "SWITCH table_dump TABLE", "entries with their handles"),
          new Form(SWITCH, "SWITCH register_read REGISTER [INDEX]", "cells of a register"),
          new Form(SWITCH, "SWITCH register_write REGISTER INDEX VALUE", "sets a cell"),
          new Form(SWITCH, "SWITCH counter_read COUNTER INDEX", "a cell of a counter"),
          new Form(SWITCH, "SWITCH mc_mgrp_create GROUP PORT...", "makes a multicast group"),
          new Form(SWITCH, "SWITCH mc_mgrp_destroy GROUP", "removes one"),
          new Form(SWITCH, "SWITCH entries FILE", "writes its entries, for 'p4 trace'"),
          new Form("counters", "counters SWITCH", "what it and its program counted"),
          new Form("queues", "queues SWITCH", "its queues as they are now"),
          new Form("queues", "queues SWITCH during COMMAND", "the same while traffic runs"),
          new Form("capture", "capture on [FILE]", "writes all packets (shell.pcapng)"),
          new Form("capture", "capture off", "completes that file"),
          new Form("!", "! COMMAND", "expects the command to fail"),
          new Form("help", "help [VERB]", "this list, or what one verb does"),
          new Form("exit", "exit", "takes the network down"));

  private VerbForms() {}

  /** Returns the forms in the order of help. */
  public static List<Form> all() {
    return ALL;
  }

  /** First words that are not names of nodes. */
  public static List<String> words() {
    return ALL.stream()
        .map(Form::name)
        .filter(name -> !name.equals("HOST") && !name.equals(SWITCH) && !name.equals("!"))
        .distinct()
        .toList();
  }

  /** The forms that a first word has, for errors. */
  static String of(String name) {
    return String.join(
        " or ", ALL.stream().filter(form -> form.name().equals(name)).map(Form::form).toList());
  }
}
