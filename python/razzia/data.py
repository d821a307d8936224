class Shards: pass
