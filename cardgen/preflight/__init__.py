"""Preflight: finds what a printer would refuse in any PDF, and fails closed where it cannot tell."""
