/**
 * The parts that the engines share which execute a program: a packet's slots, the packet contract
 * around parser, controls and deparser, and work on whole headers wherever they are in the slots.
 */
@NullMarked
package io.smartt.p4.pipeline.runtime;

import org.jspecify.annotations.NullMarked;
