package io.smartt.experiment.report;

import module java.base;

import com.fasterxml.jackson.core.JsonGenerator;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import org.jspecify.annotations.Nullable;

/** {@code packets} of {@code summary.json}: what was not counted is {@code null}. */
final class PacketLedgerJson {
  private PacketLedgerJson() {}

  static void write(JsonGenerator json, PacketLedger ledger) throws IOException {
    json.writeObjectFieldStart("packets");
    for (PacketLedger.Source source : PacketLedger.Source.values()) {
      if (source != PacketLedger.Source.BEFORE || ledger.from().containsKey(source)) {
        number(json, source.key(), ledger.from().get(source));
      }
    }
    for (PacketLedger.End end : PacketLedger.End.values()) {
      number(json, end.key(), ledger.to().get(end));
    }
    json.writeObjectFieldStart("dropped");
    for (DropReason reason : DropReason.values()) {
      number(json, reason.key(), ledger.dropped().packets().get(reason));
    }
    json.writeEndObject();
    OptionalLong unaccounted = ledger.unaccounted();
    number(json, "unaccounted", unaccounted.isPresent() ? unaccounted.getAsLong() : null);
    json.writeEndObject();
  }

  private static void number(JsonGenerator json, String key, @Nullable Long count)
      throws IOException {
    if (count == null) {
      json.writeNullField(key);
    } else {
      json.writeNumberField(key, count);
    }
  }
}
