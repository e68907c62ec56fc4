package io.smartt.emulation.cli.live;

import io.smartt.emulation.lab.Lab;
import io.smartt.emulation.lab.LabClient;
import io.smartt.emulation.lab.LabFacts;
import io.smartt.emulation.lab.LabPrograms;
import io.smartt.emulation.lab.LabStore;
import io.smartt.emulation.shell.LineShell;
import io.smartt.emulation.shell.NodeNames;
import io.smartt.switchd.console.Console;
import java.util.concurrent.atomic.AtomicBoolean;

/** A shell on a lab: its commands are done by the lab's process, programs run here. */
final class AttachedShell implements LineShell, AutoCloseable {
  private final LabFacts facts;
  private final LabClient client;

  private AttachedShell(LabFacts facts, LabClient client, AtomicBoolean interrupted) {
    this.facts = facts;
    this.client = client;
    client.interruptWhen(() -> interrupted.getAndSet(false));
  }

  /**
   * Connects to a lab.
   *
   * @param interrupted set by Ctrl-C while a command runs
   */
  static AttachedShell to(String name, Console console, AtomicBoolean interrupted) {
    Lab lab = LabStore.of(System.getenv()).find(name);
    LabClient client =
        LabClient.connect(
            lab,
            text -> {
              console.out().print(text);
              console.out().flush();
            },
            what -> {
              console.err().println("smartt: " + what);
              console.err().flush();
            },
            new LabPrograms());
    return new AttachedShell(lab.facts().orElseThrow(), client, interrupted);
  }

  NodeNames nodes() {
    return new NodeNames(facts.names("host"), facts.names("switch"));
  }

  String description() {
    return "lab '%s', %s on fabric %s".formatted(facts.name(), facts.topology(), facts.fabric());
  }

  @Override
  public boolean execute(String line) {
    return client.execute(line);
  }

  @Override
  public void close() {
    client.close();
  }
}
