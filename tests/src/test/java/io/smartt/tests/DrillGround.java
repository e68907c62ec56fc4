package io.smartt.tests;

import io.smartt.tests.DrillJudge.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Real packets that drills are done to: a fabric, and how its parts are hurt from outside. */
interface DrillGround {
  /** Kinds of drill that can be done there. */
  List<Kind> kinds();

  /** Returns how many times as long as with namespaces a drill lasts, so that it is noticed. */
  int slower();

  /** Starts a run, whose messages are on its output; with the arguments behind the fabric's own. */
  Process start(String temporary, List<String> arguments);

  /** Changes a switch's end of a link, as {@code ip link set} does. */
  List<String> link(Process run, String sw, int port, String... change);

  /** Makes a switch or a host's agent stand still, go on or end at once. */
  List<String> signal(Process run, Node node, Signal signal);

  /** Returns what a run that has ended left behind, by name. */
  List<String> left(Process run);

  /** What is done to a node. */
  enum Signal {
    STOP,
    GO_ON,
    KILL
  }

  /** A switch, by its number from 0, or a host. */
  record Node(String name, int number, boolean agent) {}

  /** Namespaces and processes on this machine. */
  record OfNetns() implements DrillGround {
    @Override
    public List<Kind> kinds() {
      return List.of(Kind.values());
    }

    @Override
    public int slower() {
      return 1;
    }

    @Override
    public Process start(String temporary, List<String> arguments) {
      List<String> command = new ArrayList<>(List.of("run", "--profile", "netns"));
      command.addAll(List.of("--set", "netns.warm-up-s=0", "--set", "netns.switches=apart"));
      command.addAll(List.of("--set", "netns.agents=apart"));
      command.addAll(arguments);
      List<String> jvm = new ArrayList<>(OwnJvm.command());
      jvm.add(1, "-Djava.io.tmpdir=" + temporary);
      return Netns.start(jvm, command.toArray(String[]::new));
    }

    @Override
    public List<String> link(Process run, String sw, int port, String... change) {
      String namespace = "smartt-" + run.pid() + "-1-sw";
      List<String> link = List.of("ip", "-n", namespace, "link", "set", sw + "-eth" + port);
      return Stream.concat(link.stream(), Stream.of(change)).toList();
    }

    @Override
    public List<String> signal(Process run, Node node, Signal signal) {
      String part =
          node.agent() ? "-" + node.name() + "\0" : "--device-id\0" + (node.number() + 1) + "\0";
      long pid =
          run.descendants()
              .filter(child -> Netns.commandLine(child).contains(part))
              .findFirst()
              .orElseThrow()
              .pid();
      String name =
          switch (signal) {
            case STOP -> "-STOP";
            case GO_ON -> "-CONT";
            case KILL -> "-KILL";
          };
      return List.of("kill", name, "" + pid);
    }

    @Override
    public List<String> left(Process run) {
      return Netns.leftBy(run.pid());
    }
  }

  /** Containers of an engine, whose cables are bridges of the engine: drills leave them alone. */
  record OfDocker(PrivateDocker docker) implements DrillGround {
    private static final Set<Kind> CABLES = Set.of(Kind.CUT, Kind.MTU);

    @Override
    public List<Kind> kinds() {
      return Stream.of(Kind.values()).filter(kind -> !CABLES.contains(kind)).toList();
    }

    /** Who is asked for a node's state is an engine, which answers a busy machine late. */
    @Override
    public int slower() {
      return 4;
    }

    @Override
    public Process start(String temporary, List<String> arguments) {
      List<String> command = new ArrayList<>(OwnJvm.command());
      command.add(1, "-Djava.io.tmpdir=" + temporary);
      command.addAll(List.of("run", "--profile", "docker", "--set", "docker.warm-up-s=0"));
      command.addAll(arguments);
      return docker.start(command);
    }

    @Override
    public List<String> link(Process run, String sw, int port, String... change) {
      throw new UnsupportedOperationException(sw);
    }

    @Override
    public List<String> signal(Process run, Node node, Signal signal) {
      String what =
          switch (signal) {
            case STOP -> "pause";
            case GO_ON -> "unpause";
            case KILL -> "kill";
          };
      return List.of("docker", "--host", docker.host(), what, docker.named("-" + node.name()));
    }

    @Override
    public List<String> left(Process run) {
      return docker.ours();
    }
  }
}
