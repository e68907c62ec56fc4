package io.smartt.emulation.cli.p4;

import module java.base;

import io.smartt.base.input.FileErrors;
import io.smartt.base.input.OwnName;
import io.smartt.base.input.PackedText;
import io.smartt.base.input.UserInputException;
import io.smartt.switchd.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt p4 new}. */
@Command(
    name = "new",
    sortOptions = false,
    header =
        "Writes the start of a P4 program of your own and of the scheme that reads its signal.",
    description = {
      "",
      "The program is smartt.p4 and one signal, the deepest queue of the path, compiled. The",
      "scheme keeps that queue short. Both run as they are; docs/extend/co-design.md explains each",
      "part.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  smartt p4 new hollow",
      "",
      "It writes hollow.p4, headers.p4, hollow.json, hollow.p4info.txtpb and HollowControl.java,",
      "the program again for BMv2, hollow-packets, and prints how to run and to compile them."
    })
final class P4NewCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "NAME", description = "Its name: small letters, digits and -.")
  private String name = "";

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "The folder of the files. Default: this one.")
  private Path folder = Path.of(".");

  P4NewCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    String type = new OwnName(name).type() + "Control";
    Map<String, String> files = new LinkedHashMap<>();
    files.put(name + ".p4", renamed("depth.p4", type));
    for (String compiled : List.of("", "-packets")) {
      for (String ending : List.of(".json", ".p4info.txtpb")) {
        files.put(name + compiled + ending, renamed("depth" + compiled + ending, type));
      }
    }
    files.put(type + ".java", renamed("DepthControl.java", type));
    files.put("headers.p4", PackedText.read(getClass(), "/io/smartt/p4/programs/headers.p4"));
    for (String file : files.keySet()) {
      if (Files.exists(folder.resolve(file))) {
        throw new UserInputException(
            folder.resolve(file) + " is there; name another folder with --dir");
      }
    }
    FileErrors.input("cannot write into " + folder)
        .run(() -> {
          Files.createDirectories(folder);
          for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(
                folder.resolve(file.getKey()), file.getValue(), StandardOpenOption.CREATE_NEW);
          }
        });
    Path start = folder.resolve(name).normalize();
    console.say(
        "%1$s.p4 and %2$s are there\nrun: smartt run --set program=%1$s.json --scheme %2$s --workload incast:8x256KiB\ncompile after a change: smartt p4 compile -D QUEUE_BYTES %1$s.p4"
            .formatted(start, folder.resolve(type + ".java").normalize()));
    return 0;
  }

  /** A file of the example with another name in the place of its own. */
  private String renamed(String file, String type) {
    return PackedText.read(getClass(), file)
        .replace("docs/extend/co-design/depth.p4", name + ".p4")
        .replace("p4/src/main/p4/headers.p4", "headers.p4")
        .replace("DepthControl", type)
        .replace("depth-control", name + "-control");
  }
}
