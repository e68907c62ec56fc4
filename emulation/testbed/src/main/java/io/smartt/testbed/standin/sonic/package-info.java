/**
 * A SONiC switch without hardware: its gNMI server, its CONFIG_DB with the rules that the real
 * software has for changes, what its daemons make of it, and the time that all of it takes.
 */
@NullMarked
package io.smartt.testbed.standin.sonic;

import org.jspecify.annotations.NullMarked;
