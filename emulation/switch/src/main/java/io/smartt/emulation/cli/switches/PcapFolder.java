package io.smartt.emulation.cli.switches;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Tells what follows {@code --pcap}: a folder, as Mininet scripts write it, or the program, since
 * the folder may be left out.
 */
final class PcapFolder implements IParameterPreprocessor {
  @Override
  @SuppressWarnings("JdkObsolete") // picocli's interface has the stack.
  public boolean preprocess(
      Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
    boolean attached = info.get("separator") instanceof String separator && !separator.isBlank();
    if (!attached && !args.isEmpty() && !isFolder(args.peek())) {
      args.push(".");
    }
    return false;
  }

  private static boolean isFolder(String argument) {
    try {
      return !argument.startsWith("-") && Files.isDirectory(Path.of(argument));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
