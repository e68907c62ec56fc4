/** Tests of the commands of agents and testbeds. */
@NullMarked
package io.smartt.emulation.cli.testbed;

import org.jspecify.annotations.NullMarked;
