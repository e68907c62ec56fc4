/** Commands on real switches and hosts: plan, apply, revert, preflight, certs, agent and unpack. */
@NullMarked
package io.smartt.emulation.cli.testbed;

import org.jspecify.annotations.NullMarked;
