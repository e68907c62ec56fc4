package io.smartt.emulation.cli.wireshark;

import io.smartt.realtime.wireshark.Dissector;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.Help;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code smartt wireshark dissector}. */
@Command(
    name = "dissector",
    header = "Prints the dissector, a Lua script.",
    footer = {
      "",
      "Example:",
      "  smartt wireshark dissector > smartt.lua && tshark -X lua_script:smartt.lua -r trace.pcapng"
    })
final class WiresharkDissectorCommand implements Runnable {
  private final Console console;

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  WiresharkDissectorCommand(Console console) {
    this.console = console;
  }

  @Override
  public void run() {
    console.out().print(Dissector.source());
    console.out().flush();
  }
}
