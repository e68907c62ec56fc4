package io.smartt.emulation.cli.scheme;

import module java.base;

import io.smartt.experiment.settings.AlgorithmRole;
import io.smartt.study.scorecard.AckCost;
import io.smartt.study.scorecard.Property;
import io.smartt.study.scorecard.Score;
import io.smartt.study.scorecard.Scorecard;
import io.smartt.switchd.text.TextTable;

/** A scorecard for people. */
final class ScorecardTable {
  private ScorecardTable() {}

  static String of(Scorecard card) {
    StringBuilder text = new StringBuilder();
    text.append(card.file()).append(": ").append(card.verdict().word());
    card.message().ifPresent(why -> text.append(", ").append(why));
    text.append(System.lineSeparator());
    if (!card.properties().isEmpty()) {
      TextTable properties = new TextTable("property", "held", "detail");
      for (Property property : card.properties()) {
        properties.row(property.name(), property.held() ? "yes" : "NO", property.detail());
      }
      text.append(System.lineSeparator()).append(properties);
    }
    card.cost().ifPresent(cost -> text.append(line(card.role(), cost)));
    if (!card.scores().isEmpty()) {
      text.append(System.lineSeparator()).append(scores(card));
    }
    return text.toString();
  }

  private static String line(AlgorithmRole role, AckCost cost) {
    return String.format(
        Locale.ROOT,
        "%n%s takes %.0f ns, %.1f times %s's%n",
        role == AlgorithmRole.SCHEME ? "an acknowledgement" : "a packet's choice and answer",
        cost.ns(),
        cost.ratio(),
        cost.reference());
  }

  private static TextTable scores(Scorecard card) {
    TextTable scores =
        new TextTable(
            "scenario",
            card.role() == AlgorithmRole.SCHEME ? "scheme" : "load balancer",
            "last flow us",
            "slowdown p99",
            "fairness",
            "trims",
            "drops",
            "sent again",
            "timeouts");
    for (Score score : card.scores()) {
      scores.row(
          score.scenario(),
          score.scheme(),
          number("%.1f", score.lastFinishUs()),
          score.slowdown().map(d -> String.format(Locale.ROOT, "%.2f", d.p99())).orElse("-"),
          number("%.4f", score.jain()),
          Long.toString(score.trims()),
          Long.toString(score.drops()),
          Long.toString(score.retransmissions()),
          Long.toString(score.timeouts()));
    }
    return scores;
  }

  private static String number(String form, OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, form, value.getAsDouble()) : "-";
  }
}
