package io.smartt.controller.sonic.shown;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * What the ASIC has of a queue: ASIC_DB, to which SONiC's syncd writes what SAI accepted
 * (sonic-sairedis 21851c5d, syncd/Syncd.cpp:4227).
 *
 * @param red fields of its WRED object; empty: it has none
 * @param buffer fields of its buffer profile; empty: it has none
 * @param counted its statistics in COUNTERS_DB
 */
public record ShownQueue(Optional<JsonNode> red, Optional<JsonNode> buffer, JsonNode counted) {}
