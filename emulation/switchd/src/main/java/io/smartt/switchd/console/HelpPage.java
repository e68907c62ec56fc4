package io.smartt.switchd.console;

import module java.base;

import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The help of a command line, wrapped at the width of its console. picocli's own page has at least
 * 55 columns, keeps the line ends of the source and does not group commands.
 */
public final class HelpPage implements IHelpSectionRenderer {
  private static final String KEY = "page";
  private static final int NARROW = 60;
  private static final int LABELS = 22;
  private static final int NARROW_LABELS = 4;
  private static final int COMMANDS = 11;

  private final IntSupplier columns;
  private final Map<String, ? extends Collection<String>> groups;

  private HelpPage(IntSupplier columns, Map<String, ? extends Collection<String>> groups) {
    this.columns = columns;
    this.groups = groups;
  }

  /**
   * Gives a command line and all its commands such pages.
   *
   * @param groups of the first page, each with the names of its commands, in order
   */
  public static CommandLine of(
      CommandLine root, Console console, Map<String, ? extends Collection<String>> groups) {
    return root.setHelpSectionMap(Map.of(KEY, new HelpPage(console.width(), groups)))
        .setHelpSectionKeys(List.of(KEY));
  }

  /** Gives a command and those below it the option that shows their page; hidden ones have none. */
  public static CommandLine withOption(Object command) {
    CommandLine line = command instanceof CommandLine made ? made : new CommandLine(command);
    CommandSpec spec = line.getCommandSpec();
    if (spec.findOption("--help") == null && !spec.usageMessage().hidden()) {
      line.addMixin("help", new HelpOption());
    }
    for (CommandLine below : line.getSubcommands().values()) {
      withOption(below);
    }
    return line;
  }

  @Override
  public String render(Help help) {
    return new Page(columns.getAsInt(), groups).of(help);
  }

  private record Page(int width, Map<String, ? extends Collection<String>> groups) {
    String of(Help help) {
      UsageMessageSpec usage = help.commandSpec().usageMessage();
      String synopsis = new Help(help.commandSpec(), Help.Ansi.OFF).synopsis(0);
      List<String> lines = new ArrayList<>();
      lines.addAll(paragraphs(usage.header()));
      lines.addAll(wrap("Usage: " + synopsis, "", "  "));
      lines.addAll(paragraphs(usage.description()));
      int labels = width < NARROW ? NARROW_LABELS : LABELS;
      Stream.concat(
              help.commandSpec().positionalParameters().stream()
                  .filter(parameter -> !parameter.hidden())
                  .map(parameter ->
                      help.createDefaultParameterRenderer()
                          .render(parameter, help.parameterLabelRenderer(), help.colorScheme())),
              help.commandSpec().options().stream()
                  .filter(option -> !option.hidden())
                  .map(option ->
                      help.createDefaultOptionRenderer()
                          .render(option, help.parameterLabelRenderer(), help.colorScheme())))
          .forEach(cells -> lines.addAll(row(cells, labels)));
      Map<String, Help> commands = help.subcommands();
      boolean first = help.commandSpec().parent() == null && !groups.isEmpty();
      (first ? groups : Map.of("Commands", commands.keySet()))
          .forEach((heading, names) -> {
            List<String> there = names.stream().filter(commands::containsKey).toList();
            lines.addAll(there.isEmpty() ? List.of() : List.of("", heading + ":"));
            there.forEach(name ->
                lines.addAll(
                    row(
                        help.colorScheme().commandText(name),
                        summary(
                            Objects.requireNonNull(commands.get(name))
                                .commandSpec()
                                .usageMessage()),
                        COMMANDS)));
          });
      lines.addAll(paragraphs(usage.footer()));
      return lines.stream()
          .map(line -> line + System.lineSeparator())
          .collect(Collectors.joining());
    }

    private static String summary(UsageMessageSpec usage) {
      return String.join(" ", usage.header().length > 0 ? usage.header() : usage.description());
    }

    /**
     * An option or parameter as picocli has it: marker, short name, comma, long name, description.
     */
    private List<String> row(Text[][] cells, int labels) {
      Text label =
          cells[0][1].plainString().isEmpty()
              ? cells[0][3]
              : cells[0][1]
                  .concat(cells[0][3].plainString().startsWith("=") ? "" : ", ")
                  .concat(cells[0][3]);
      String text =
          Arrays.stream(cells)
              .map(line -> line[line.length - 1].plainString().strip())
              .filter(line -> !line.isEmpty())
              .collect(Collectors.joining(" "));
      return row(label, text, labels);
    }

    private List<String> row(Text label, String text, int labels) {
      int length = label.plainString().length();
      String indent = " ".repeat(labels + 4);
      if (length > labels || text.isEmpty()) {
        List<String> lines = new ArrayList<>(List.of("  " + label));
        lines.addAll(text.isEmpty() ? List.of() : wrap(text, indent, indent));
        return lines;
      }
      return wrap(text, "  " + label + " ".repeat(labels - length + 2), indent);
    }

    /** Lines that fit stay as they are; where one does not, its paragraph is filled anew. */
    private List<String> paragraphs(String... texts) {
      List<String> all = new ArrayList<>();
      List<String> paragraph = new ArrayList<>();
      // picocli's own texts have its signs for a line's end and for a percent.
      for (String line :
          String.join("\n", texts).replace("%n", "\n").replace("%%", "%").lines().toList()) {
        if (line.isBlank() || line.startsWith(" ")) {
          all.addAll(filled(paragraph));
          paragraph.clear();
          all.add(line);
        } else {
          paragraph.add(line);
        }
      }
      all.addAll(filled(paragraph));
      return all;
    }

    private Collection<String> filled(List<String> paragraph) {
      return paragraph.stream().allMatch(line -> line.length() <= width)
          ? List.copyOf(paragraph)
          : wrap(String.join(" ", paragraph), "", "");
    }

    /** Words that are longer than the width stand in a line of their own. */
    private List<String> wrap(String text, String first, String later) {
      List<String> lines = new ArrayList<>();
      StringBuilder line = new StringBuilder(first);
      // A label in colour has more characters than columns; it is as wide as the indent.
      int used = first.isEmpty() ? 0 : later.length();
      boolean empty = true;
      for (String word : List.of(text.strip().split("\\s+"))) {
        if (!empty && used + 1 + word.length() > width) {
          lines.add(line.toString());
          line = new StringBuilder(later);
          used = later.length();
          empty = true;
        }
        line.append(empty ? "" : " ").append(word);
        used += word.length() + (empty ? 0 : 1);
        empty = false;
      }
      lines.add(line.toString());
      return lines;
    }
  }

  /** {@code --help} of a subcommand. */
  private static final class HelpOption {
    @CommandLine.Option(
        names = {"-h", "--help"},
        usageHelp = true,
        description = "Shows this help.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean wanted;
  }
}
