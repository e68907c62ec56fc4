package io.smartt.emulation.shell;

import module java.base;

/** The words that may come next on a line that somebody is typing. */
public record Completions(NodeNames names) {
  /**
   * Words that may come next; those that do not begin as what is typed already are among them.
   *
   * @param before complete words of the line
   */
  public List<String> after(List<String> before) {
    if (before.isEmpty() || before.equals(List.of("!"))) {
      List<String> first = new ArrayList<>(VerbForms.words());
      first.addAll(all());
      return first;
    }
    List<String> words = before.getFirst().equals("!") ? before.subList(1, before.size()) : before;
    int place = words.size();
    return switch (words.getFirst()) {
      case "link" -> place < 3 ? all() : place == 3 ? List.of("down", "up") : List.of();
      case "flow", "iperf" -> place < 3 ? names.hosts() : List.of();
      case "tables", "counters" -> place == 1 ? names.switches() : List.of();
      case "queues" ->
          switch (place) {
            case 1 -> names.switches();
            case 2 -> List.of("during");
            case 3 -> List.of("flow", "incast", "run");
            default -> List.of();
          };
      case "capture" -> place == 1 ? List.of("on", "off") : List.of();
      case String first when names.isHost(first) -> {
        List<String> more = new ArrayList<>(names.hosts());
        if (place == 1) {
          more.add("ping");
        }
        yield more;
      }
      case String first when names.isSwitch(first) -> place == 1 ? SwitchEdits.words() : List.of();
      default -> List.of();
    };
  }

  private List<String> all() {
    List<String> all = new ArrayList<>(names.switches());
    all.addAll(names.hosts());
    return all;
  }
}
