/**
 * The behaviour of a SONiC switch, as its databases other than CONFIG_DB show it, against a plan.
 */
@NullMarked
package io.smartt.testbed.sonic.shown;

import org.jspecify.annotations.NullMarked;
